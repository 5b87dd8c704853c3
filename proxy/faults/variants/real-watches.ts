import { metadataOf, succeeded } from '../bend.ts';
import type { Asked, Hooks, WatchFrame } from '../fault.ts';

/** How many changes of a kind a watch can go back. */
const WINDOW = 100;

const GONE: WatchFrame = { type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'too old resource version', reason: 'Gone', code: 410 } };

/** Watches go back a hundred changes of their kind; an older version is answered by one ERROR event. */
export function shortWindow(): Hooks {
  const changes = new Map<string, number[]>();
  const expired = new WeakSet<Asked>();
  const windowOf = (kind: string): number[] => changes.get(kind) ?? [];
  return {
    answer: (answered, { call, method }) => {
      const version = Number(metadataOf(answered.json)['resourceVersion']);
      if (method === 'GET' || call?.resource === undefined || !succeeded(answered) || !(version > 0)) return;
      changes.set(call.resource.kind, [...windowOf(call.resource.kind), version].slice(-WINDOW));
    },
    request: (asked) => {
      const version = Number(asked.query.get('resourceVersion') ?? 0);
      if (asked.call?.watching !== true || asked.call.resource === undefined || !(version > 0)) return;
      const window = windowOf(asked.call.resource.kind);
      if (window.length === WINDOW && version < (window[0] ?? 0)) expired.add(asked);
    },
    opening: (asked) => (expired.has(asked) ? [GONE] : []),
    event: (frame, asked) => (expired.has(asked) ? [] : [frame]),
    lasting: (asked) => (expired.has(asked) ? 5 : undefined),
  };
}
