import { metadataOf } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { faults } from '../../named.ts';
import { LAG_MS } from '../../races.ts';
import { isCollection } from '../delete-collection/collection.ts';

/** Faults of what watches deliver of collection deletes. */
export const TOLD_REMOVALS: readonly Fault[] = faults({
  'collection-delete-tells-what-is-held-as-removed': {
    summary: 'a watch delivers DELETED for an object that a collection delete marks and a finalizer holds',
    caughtBy: 'world/circumstances-do-not-matter',
    hooks: () => {
      const until = new Map<string, number>();
      const keyOfCall = ({ call }: FaultyRequest): string => `${call?.resource?.kind ?? ''} ${call?.namespace ?? ''}`;
      return {
        request: (request) => {
          if (isCollection(request)) until.set(keyOfCall(request), Number.POSITIVE_INFINITY);
        },
        response: (_, request) => {
          if (isCollection(request)) until.set(keyOfCall(request), Date.now() + LAG_MS);
        },
        event: (frame, request, stream) => {
          const { uid, namespace, deletionTimestamp } = metadataOf(frame.object);
          const before = stream.get(String(uid));
          if (before === 'told as removed') return [];
          if (deletionTimestamp === undefined || frame.type !== 'MODIFIED') return [frame];
          stream.set(String(uid), 'terminating');
          const key = `${request.call?.resource?.kind ?? ''} ${String(namespace ?? '')}`;
          if (before === 'terminating' || (until.get(key) ?? 0) < Date.now()) return [frame];
          stream.set(String(uid), 'told as removed');
          return [{ type: 'DELETED', object: frame.object }];
        },
      };
    },
  },
});
