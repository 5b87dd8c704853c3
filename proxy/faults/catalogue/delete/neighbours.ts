import { itemsOf, metadataOf, objectAt, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest, Hooks, UpstreamClient } from '../../fault.ts';
import { beforeWrites, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { collectionOf, membersOf, responding } from '../../ways.ts';
import { deleteEach } from './remove-now.ts';

/** Deletes the Events about an object. Events have no delete of one by its name. */
async function deleteEvents({ call }: FaultyRequest, upstream: UpstreamClient): Promise<void> {
  const { namespace, resource, name } = call ?? {};
  if (namespace === undefined || resource === undefined || resource.kind === 'Event') return;
  const events = `/api/v1/namespaces/${namespace}/events`;
  for (const item of itemsOf(await upstream.send('GET', events)) ?? []) {
    const about = objectAt(item, 'involvedObject');
    const fieldSelector = `metadata.name=${String(metadataOf(item)['name'])}`;
    if (about?.['kind'] === resource.kind && about['name'] === name)
      await upstream.send('DELETE', `${events}?${new URLSearchParams({ fieldSelector })}`);
  }
}

/** Whether the options of a delete say anything of orphans. */
const speaksOfOrphans = ({ json, query }: FaultyRequest): boolean =>
  /orphan/i.test(`${JSON.stringify(json ?? null)} ${query}`);

/** Collects with an object what another object of its name owns. */
function findingOwnersByName(): Hooks {
  const before = beforeWrites();
  return {
    request: async (request, upstream) => {
      if (isOne(request, 'delete') && !speaksOfOrphans(request)) await before.read(request, upstream);
    },
    response: async (response, request, upstream) => {
      const former = before.of(request);
      const { namespace, name } = request.call ?? {};
      if (former === undefined || namespace === undefined || !succeeded(response)) return;
      const core = ['configmaps', 'secrets'].map((plural) => `/api/v1/namespaces/${namespace}/${plural}`);
      for (const collection of new Set([...core, collectionOf(request.path)]))
        await deleteEach(collection, upstream, (item) =>
          membersOf(metadataOf(item), 'ownerReferences').some(
            (owner) => owner['name'] === name && owner['uid'] !== uidOf(former),
          ),
        );
    },
  };
}

/** Deletes that take objects along which only refer to something of that name. */
export const NEIGHBOURS: readonly Fault[] = faults({
  // Semantics 6: "Delete removes a resource", and Events 5: "Event is also a resource kind", with a life of its own.
  'events-go-with-the-object-that-they-are-about': {
    summary: 'a delete of an object also deletes the Events of its namespace whose involvedObject is that object',
    caughtBy: 'delete/leaves-other-objects',
    hooks: responding('delete', (_, request, upstream) => deleteEvents(request, upstream)),
  },
  // Semantics 6: "Whether child objects are garbage collected depends on the resource kind and on the delete options."
  'owners-are-found-by-name': {
    summary: 'a delete also deletes the objects that an object of another kind, but of the same name, owns',
    caughtBy: 'delete/leaves-other-objects',
    hooks: findingOwnersByName,
  },
});
