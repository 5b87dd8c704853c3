import { conflict } from '../../objects/refusals.ts';
import { ApiError, badRequest } from '../../resources/api-error.ts';
import { createObject } from '../../objects/create-object.ts';
import { namespaceThere } from '../../objects/namespace-guard.ts';
import { type Aspect, updateObject } from '../../objects/update-object.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { strategyOf } from '../../objects/server-context.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { aspectResponse, entryResponse } from '../handler-response.ts';
import { addressOf, type RoutedCall, type CallHandler } from '../call.ts';
import { sentObject } from '../body/request-body.ts';

/** Replaces the whole object, or the part that the path addresses (document, Rules 1 and 2). */
export function replaceOf(aspect: Aspect): CallHandler {
  return async (call) => {
    const { context, resource } = call;
    const body = await sentObject(call);
    try {
      const entry = await updateObject(context, {
        address: addressOf(call),
        aspect,
        wanted: () => body,
        versionIsCondition: true,
      });
      return aspectResponse(entry, resource, aspect, context.choices['status.self-link']);
    } catch (error) {
      if (isAbsence(error) && call.namespace !== undefined) await namespaceThere(context, call.namespace);
      if (aspect !== 'object' || !isAbsence(error) || !isMadeByReplace(call)) throw error;
      return entryResponse(201, await createAt(call, body), resource);
    }
  };
}

function isAbsence(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'NotFound';
}

/** In some dialects a PUT creates missing objects of some kinds. */
function isMadeByReplace({ context, resource }: RoutedCall): boolean {
  return (
    context.choices['replace.absent-object'] === 'by-kind' &&
    strategyOf(context, resource).byKind?.createdByReplace === true
  );
}

/** The system chooses the version, and a uid refers to an existing object. Throws `ApiError` 409. */
async function createAt(call: RoutedCall, body: ApiObject): Promise<ObjectEntry> {
  const { namespace, name } = addressOf(call);
  if (body.metadata.name !== name)
    throw badRequest(`metadata.name in the body is "${body.metadata.name ?? ''}", but the path names "${name}"`);
  const { resourceVersion: _, ...metadata } = body.metadata;
  if ((metadata.uid ?? '') !== '')
    throw conflict(
      call.context,
      call.resource,
      name,
      `metadata.uid in the body is "${metadata.uid}", but there is no such object`,
    );
  return createObject(call.context, call.resource, namespace, { ...body, metadata });
}
