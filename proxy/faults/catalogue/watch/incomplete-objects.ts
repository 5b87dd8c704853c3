import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';
import { framing } from '../../ways.ts';

/** Kinds whose single objects are watched without the status at first. */
const WITHOUT_STATUS: ReadonlySet<string> = new Set(['Namespace', 'Service', 'Ingress']);

/** Faults of watches of one object or of all namespaces whose events lack a part of their object. */
export const INCOMPLETE_OBJECTS: readonly Fault[] = faults({
  'initial-object-of-a-watch-lacks-its-status': {
    summary: 'the ADDED event of a watch on the path of one Namespace, Service or Ingress has no status',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame, request) => {
      const isOfOne = isOne(request, 'watch') && WITHOUT_STATUS.has(request.call?.resource?.kind ?? '');
      if (isOfOne && frame.type === 'ADDED') delete frame.object['status'];
      return [frame];
    }),
  },
  'watch-of-the-secrets-of-all-namespaces-hides-their-data': {
    summary: 'the events of a watch of the Secrets of all namespaces have no data',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame, { call }) => {
      if (call?.resource?.kind === 'Secret' && call.namespace === undefined) delete frame.object['data'];
      return [frame];
    }),
  },
});
