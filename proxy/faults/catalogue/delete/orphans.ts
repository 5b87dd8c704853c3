import { isObject, objectPath, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { finalizersOf, storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { asking } from '../../ways.ts';
import { dependantsOf } from './dependants.ts';

/** The collections of a namespace in which dependants are looked for. */
const COLLECTIONS = [
  '/api/v1/namespaces/NS/configmaps',
  '/api/v1/namespaces/NS/secrets',
  '/api/v1/namespaces/NS/pods',
  '/apis/extensions/v1beta1/namespaces/NS/replicasets',
];

/** Whether a delete asks for the dependants to be orphaned, in its body or its query, whatever the other one says. */
function asksAnywhereToOrphan({ json, query }: FaultyRequest): boolean {
  const options = isObject(json) ? json : {};
  return (
    options['propagationPolicy'] === 'Orphan' ||
    options['orphanDependents'] === true ||
    query.get('propagationPolicy') === 'Orphan' ||
    query.get('orphanDependents') === 'true'
  );
}

/** Collects where a delete asks to orphan. */
function collectInstead(request: FaultyRequest): void {
  const { json, query } = request;
  if (isObject(json) && json['propagationPolicy'] === 'Orphan') json['propagationPolicy'] = 'Background';
  if (isObject(json) && json['orphanDependents'] === true) json['orphanDependents'] = false;
  if (query.get('propagationPolicy') === 'Orphan') query.set('propagationPolicy', 'Background');
  if (query.get('orphanDependents') === 'true') query.set('orphanDependents', 'false');
}

/** Faults of deletes that collect the dependants that they should orphan. */
export const ORPHANS: readonly Fault[] = faults({
  'orphaning-through-extensions-collects': {
    summary: 'a delete under extensions/v1beta1 that asks to orphan the dependants collects them',
    caughtBy: 'delete/orphan-keeps-dependants',
    hooks: asking(
      (request) => isOne(request, 'delete') && request.path.startsWith('/apis/extensions/'),
      collectInstead,
    ),
  },
  'held-owner-forgets-that-it-orphans': {
    summary: 'a delete that orphans dependants collects them once the finalizer that holds their owner is removed',
    caughtBy: 'delete/orphan-keeps-dependants',
    hooks: () => {
      const asked = new WeakMap<FaultyRequest, readonly string[]>();
      const dependants = new Map<string, readonly string[]>();
      return {
        request: async (request, upstream) => {
          if (!isOne(request, 'delete') || !asksAnywhereToOrphan(request)) return;
          const finalizers = finalizersOf(await storedOf(request, upstream));
          if (finalizers.every((finalizer) => finalizer === 'orphan') || request.call?.namespace === undefined) return;
          asked.set(request, await dependantsOf(request, upstream, COLLECTIONS));
        },
        response: async (response, request, upstream) => {
          if (!succeeded(response)) return;
          const path = objectPath(request);
          const found = asked.get(request);
          if (found !== undefined) dependants.set(path, found);
          const paths = dependants.get(path);
          if (paths === undefined || !isOne(request, ['replace', 'patch'])) return;
          if ((await upstream.send('GET', path)).status !== 404) return;
          dependants.delete(path);
          for (const each of paths) await upstream.send('DELETE', each, { gracePeriodSeconds: 0 });
        },
      };
    },
  },
});
