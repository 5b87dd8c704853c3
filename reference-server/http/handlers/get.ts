import { notFound } from '../../objects/refusals.ts';
import { exportObject } from '../../objects/export-object.ts';
import { objectKey } from '../../objects/object-key.ts';
import { type ObjectEntry, shownObject } from '../../objects/stored-object.ts';
import { foundResponse, partResponse, type HandlerResponse, valueResponse } from '../handler-response.ts';
import { addressOf, type RoutedCall } from '../call.ts';
import { requireReachable } from '../routing/resource-version.ts';

export async function get(call: RoutedCall): Promise<HandlerResponse> {
  const { context, resource, query } = call;
  const entry = await entryOf(call);
  const exact = query.flag('exact') ?? false;
  if (query.flag('export') !== true) return foundResponse(entry, resource);
  return valueResponse(200, exportObject(context, resource, shownObject(entry, resource), exact));
}

export async function getStatus(call: RoutedCall): Promise<HandlerResponse> {
  return partResponse(await entryOf(call), call.resource, 'status', call.context.choices['status.self-link']);
}

/** The object of the path. Throws `ApiError` 404. */
export async function entryOf(call: RoutedCall): Promise<ObjectEntry> {
  const { resource, namespace, name } = addressOf(call);
  await requireReachable(call);
  const entry = await call.context.store.get(objectKey(resource, namespace, name));
  if (entry === undefined) throw notFound(call.context, resource, name);
  return entry;
}
