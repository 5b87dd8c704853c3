import { inParallel } from '../../../shared/in-parallel.ts';
import { type Deleted, deleteObject } from '../../objects/delete-object.ts';
import type { DeleteOptions } from '../../objects/delete-options.ts';
import { named, notFound } from '../../objects/refusals.ts';
import { ApiError, type ErrorDetails } from '../../resources/api-error.ts';
import { listObjects } from '../../objects/list-objects.ts';
import { objectKey } from '../../objects/object-key.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { type ObjectAddress, type ServerContext, strategyOf } from '../../objects/server-context.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import { entryResponse, listResponse, type HandlerResponse, valueResponse } from '../handler-response.ts';
import { addressOf, type RoutedCall, filterOf } from '../call.ts';
import { readDeleteOptions } from '../body/delete-options-body.ts';
import { contextFor } from '../routing/dry-run.ts';
import { requireReachable } from '../routing/resource-version.ts';
import { successStatus } from '../response/status-body.ts';
import { asVersioned } from './unversioned-list.ts';

/**
 * Returns a Status with code 200 (document, Rules 3), even if the object stays terminating. In some dialects it returns
 * the object if it stays or `deleteReturnsObject` is set for its kind, and otherwise a Status without a code.
 */
export async function deleteOne(call: RoutedCall): Promise<HandlerResponse> {
  const { resource } = call;
  const address = addressOf(call);
  const options = await optionsFor(call, address);
  const context = contextFor(options.dryRun ?? [], call.context);
  const deleted = await deleteObject(context, address, options);
  const code =
    !deleted.removed && options.orphanDependents === false && context.choices['delete.http-status'] === '200-or-202'
      ? 202
      : 200;
  if (context.choices['delete.answer'] === 'status')
    return valueResponse(code, successStatus(detailsOf(context, deleted, resource)));
  const { deleteReturnsObject, deletionHasNoDetails } = strategyOf(context, resource).byKind ?? {};
  if (!deleted.removed || deleteReturnsObject === true) return entryResponse(code, deleted.entry, resource);
  const { code: _, details, ...status } = successStatus(detailsOf(context, deleted, resource));
  return valueResponse(code, deletionHasNoDetails === true ? status : { ...status, details });
}

/**
 * Contradictory options are refused after the object is found. Throws `ApiError`: 404, and those of
 * `readDeleteOptions`.
 */
async function optionsFor(call: RoutedCall, { resource, namespace, name }: ObjectAddress): Promise<DeleteOptions> {
  try {
    return await readDeleteOptions(call);
  } catch (error) {
    const isMisfit = error instanceof ApiError && error.reason === 'Invalid';
    if (isMisfit && (await call.context.store.get(objectKey(resource, namespace, name))) === undefined)
      throw notFound(call.context, resource, name);
    throw error;
  }
}

function detailsOf(context: ServerContext, { entry }: Deleted, resource: Resource): ErrorDetails {
  const { name = '', uid = '' } = entry.value.object.metadata;
  return { name, ...named(context, resource, 'plural'), uid };
}

/** Concurrent removals of a collection delete: over an etcd each removal waits for a disk. */
const AT_ONCE = 16;

/**
 * Deletes the objects that match the selectors (document, Rules 4). A version that no read accepts deletes nothing.
 * The first object that cannot be deleted ends it.
 */
export async function deleteCollection(call: RoutedCall): Promise<HandlerResponse> {
  const { resource, namespace, path } = call;
  const filter = filterOf(call);
  call.query.integer('timeoutSeconds');
  await requireReachable(call);
  const options = await readDeleteOptions(call);
  const context = contextFor(options.dryRun ?? [], call.context);
  const listed = await listObjects(context, resource, namespace, filter);
  await inParallel(deletions(listed.entries, options, call), AT_ONCE, ({ entry, own }) =>
    deleteIfThere({ ...call, context }, entry, own),
  );
  if (context.choices['delete-collection.answer'] === 'status-or-list')
    return listResponse(await asVersioned(call, filter, listed), resource, path, context.choices['list.item-types']);
  return valueResponse(200, successStatus(named(context, resource, 'plural')));
}

/** Each object with its own options. Workers share this generator, so the first failure leaves the rest untaken. */
function* deletions(
  entries: readonly ObjectEntry[],
  options: DeleteOptions,
  call: RoutedCall,
): Generator<{ readonly entry: ObjectEntry; readonly own: DeleteOptions }> {
  let own = options;
  for (const entry of entries) {
    yield { entry, own };
    own = optionsAfter(entry, own, call);
  }
}

/** The options of the next object: in some dialects with the grace period of this one. */
function optionsAfter(
  { value }: ObjectEntry,
  options: DeleteOptions,
  { context, resource }: RoutedCall,
): DeleteOptions {
  const { gracePeriod } = strategyOf(context, resource);
  if (gracePeriod === undefined || context.choices['delete-collection.grace'] === 'own') return options;
  return { ...options, gracePeriodSeconds: gracePeriod(value.object, options.gracePeriodSeconds) };
}

/** An object that is already gone is no error. */
async function deleteIfThere(
  { context, resource }: RoutedCall,
  { value }: ObjectEntry,
  options: DeleteOptions,
): Promise<void> {
  const { namespace, name = '' } = value.object.metadata;
  try {
    await deleteObject(context, { resource, namespace, name }, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'NotFound') throw error;
  }
}
