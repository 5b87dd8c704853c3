import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { createObject } from '../../objects/create-object.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { items, members } from '../../resources/values/json-members.ts';
import { strategyOf } from '../../objects/server-context.ts';
import { entryResponse, type HandlerResponse } from '../handler-response.ts';
import type { RoutedCall } from '../call.ts';
import { sentObject } from '../body/request-body.ts';

export async function create(call: RoutedCall): Promise<HandlerResponse> {
  const { context, resource, namespace } = call;
  const body = await sentObject(call, (sent) => (isTakenFor(sent, call) ? { ...sent, kind: resource.kind } : sent));
  const entry = await createObject(context, resource, namespace, body);
  return entryResponse(statusOf(entry, context.choices['create.status']), entry, resource);
}

const BARE: ReadonlySet<string> = new Set(['kind', 'apiVersion', 'metadata']);

/** Servers of some dialects assume the kind of the path for some kinds. */
function isTakenFor(sent: unknown, { context, resource }: RoutedCall): sent is object {
  if (context.choices['resources.foreign-kind'] !== 'by-kind') return false;
  const kind = members(sent)['kind'];
  return (
    strategyOf(context, resource).byKind?.takesFor?.some((other) => other === kind) === true &&
    Object.keys(members(sent)).every((member) => BARE.has(member))
  );
}

/** Servers of some dialects respond with 202 for an uninitialized object. */
function statusOf({ value }: ObjectEntry, created: DialectChoices['create.status']): number {
  if (created === '200') return 200;
  return items(members(value.object.metadata['initializers'])['pending']).length === 0 ? 201 : 202;
}
