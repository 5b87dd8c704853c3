import { isObject, itemsOf, metadataOf } from '../../bend.ts';
import type { Fault, FaultyRequest, UpstreamClient } from '../../fault.ts';
import { isOne } from '../../requests.ts';
import { removeNow } from './remove-now.ts';

const WORKLOADS = [
  '/api/v1/namespaces/NS/pods',
  '/apis/extensions/v1beta1/namespaces/NS/replicasets',
  '/apis/batch/v1/namespaces/NS/jobs',
  '/api/v1/namespaces/NS/configmaps',
];

/** The paths of the dependants of the object that a request names, in such collections of its namespace `NS`. */
export async function dependantsOf(
  { path: owner }: FaultyRequest,
  upstream: UpstreamClient,
  collections: readonly string[] = WORKLOADS,
): Promise<string[]> {
  const { uid, namespace } = metadataOf((await upstream.send('GET', owner)).json);
  const found: string[] = [];
  if (typeof uid !== 'string' || typeof namespace !== 'string') return found;
  for (const template of collections) {
    const path = template.replace('NS', namespace);
    for (const item of itemsOf(await upstream.send('GET', path)) ?? []) {
      const owners = metadataOf(item)['ownerReferences'];
      if (Array.isArray(owners) && owners.some((owner) => isObject(owner) && owner['uid'] === uid))
        found.push(`${path}/${String(metadataOf(item)['name'])}`);
    }
  }
  return found;
}

/** An option of a delete, from its body or else from its query. */
const optionOf = ({ json, query }: FaultyRequest, option: string): unknown =>
  (isObject(json) ? json[option] : undefined) ?? query.get(option);

const hasOrphanPolicy = (request: FaultyRequest): boolean => optionOf(request, 'propagationPolicy') === 'Orphan';

/** Whether the options of a delete ask to orphan the dependants. */
export const asksToOrphan = (request: FaultyRequest): boolean =>
  hasOrphanPolicy(request) || String(optionOf(request, 'orphanDependents')) === 'true';

/** Chosen deletes with propagationPolicy Orphan collect the dependants after the first `spared` ones. */
export function collectingOrphans(
  spared: number,
  which: (request: FaultyRequest) => boolean = () => true,
): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (isOne(request, 'delete') && hasOrphanPolicy(request) && which(request))
        await collect(request, upstream, spared);
    },
  });
}

/** Deletes the dependants of an object after the first `spared` ones, like an overeager garbage collector. */
export async function collect(request: FaultyRequest, upstream: UpstreamClient, spared = 0): Promise<void> {
  const dependants = await dependantsOf(request, upstream);
  for (const path of dependants.slice(spared)) await removeNow(path, upstream);
}
