import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { RESOURCES } from '../../../../spec/surface/resources.ts';
import { itemsOf, metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { finalizersOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, selects } from '../../requests.ts';
import { responding } from '../../ways.ts';
import { deleteEach, removeNow } from '../delete/remove-now.ts';
import { isCollection, itemsAt, pathOf } from './collection.ts';

/** A collection delete by fields takes the objects of other kinds that have the names of what it removes. */
function takingNamesakes(): Hooks {
  const selected = new WeakMap<FaultyRequest, readonly Bendable[]>();
  return {
    request: async (request, upstream) => {
      if (isCollection(request) && request.query.has('fieldSelector'))
        selected.set(request, await itemsAt(request, upstream));
    },
    response: async (response, request, upstream) => {
      const { resource, namespace } = request.call ?? {};
      if (!succeeded(response)) return;
      const others = RESOURCES.filter(({ group, kind }) => group === resource?.group && kind !== resource.kind);
      for (const { name } of (selected.get(request) ?? []).map(metadataOf))
        for (const { prefix, plural, namespaced } of others)
          if (namespaced) await removeNow(`${prefix}/namespaces/${namespace}/${plural}/${String(name)}`, upstream);
    },
  };
}

/** Collection deletes that remove more than they should. */
export const EXCESSES: readonly Fault[] = faults({
  'collection-delete-ignores-finalizers': {
    summary: 'a collection delete removes objects that a finalizer should hold; a delete of one object is right',
    caughtBy: 'delete-collection/finalizer-holds-the-object',
    seenIn: 'kubernetes-sigs/controller-runtime#1399',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request)) return;
        for (const item of await itemsAt(request, upstream))
          await upstream.send('PATCH', pathOf(request, item), { metadata: { finalizers: null } }, MERGE_PATCH_TYPE);
      },
    }),
  },
  'collection-delete-removes-what-is-terminating': {
    summary: 'a collection delete removes objects that are terminating already, although a finalizer holds them',
    caughtBy: 'delete-collection/finalizer-holds-the-object',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'deleteCollection')) return;
        const selected = await upstream.send('GET', `${request.path}?${request.query}`);
        for (const { name, deletionTimestamp } of (itemsOf(selected) ?? []).map(metadataOf))
          if (deletionTimestamp !== undefined)
            await upstream.send(
              'PATCH',
              `${request.path}/${String(name)}`,
              { metadata: { finalizers: null } },
              MERGE_PATCH_TYPE,
            );
      },
    }),
  },
  'collection-delete-goes-on-after-its-answer': {
    summary:
      'a collection delete goes on for a moment after its response, and removes objects that are created meanwhile',
    caughtBy: 'delete-collection/leaves-what-is-made-later',
    hooks: responding(isCollection, (_, request, upstream) => {
      const again = (): void => void upstream.send('DELETE', `${request.path}?${request.query}`).catch(() => undefined);
      for (const ms of [2, 5, 10, 20, 40, 80, 160]) setTimeout(again, ms).unref();
    }),
  },
  'collection-delete-takes-prefix-namespaces': {
    summary:
      'a collection delete also removes matching objects in namespaces whose names begin with the name of its own',
    caughtBy: 'delete-collection/leaves-other-namespaces-and-kinds',
    seenIn: 'sensu/sensu-go#2378',
    hooks: () => ({
      response: async (response, request, upstream) => {
        const { verb, namespace, resource } = request.call ?? {};
        if (verb !== 'deleteCollection' || !succeeded(response) || namespace === undefined || resource === undefined)
          return;
        const all =
          itemsOf(await upstream.send('GET', `${resource.prefix}/${resource.plural}?${request.query.toString()}`)) ??
          [];
        for (const item of all) {
          const { namespace: other, name } = metadataOf(item);
          if (!String(other).startsWith(namespace)) continue;
          await upstream.send(
            'DELETE',
            `${resource.prefix}/namespaces/${String(other)}/${resource.plural}/${String(name)}`,
            { gracePeriodSeconds: 0 },
          );
        }
      },
    }),
  },
  // Rules 4: "A collection delete removes the objects matching the supplied selectors" - the objects of its kind.
  'collection-delete-by-name-takes-namesakes-of-other-kinds': {
    summary:
      'a collection delete with a field selector also removes objects of other kinds with the names of what it removes',
    caughtBy: 'delete-collection/leaves-other-namespaces-and-kinds',
    hooks: takingNamesakes,
  },
  // Rules 4, as above: what lingers has to match them too.
  'collection-delete-marks-what-finalizers-hold': {
    summary: 'a collection delete with a label selector also deletes objects with finalizers that do not match it',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: responding(
      (request) => isCollection(request) && selects(request),
      (_, request, upstream) =>
        deleteEach(
          objectPath(request),
          upstream,
          (item) => finalizersOf(item).length > 0 && metadataOf(item)['deletionTimestamp'] === undefined,
        ),
    ),
  },
});
