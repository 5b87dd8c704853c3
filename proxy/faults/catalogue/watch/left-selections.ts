import type { Writable } from 'node:stream';
import { copyOf, objectPath, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest } from '../../fault.ts';
import { storedOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, selects } from '../../requests.ts';
import { openWatches } from './open-watches.ts';

/** The watches that are told again that an object is removed. */
interface Retold {
  readonly uid: string;
  readonly to: readonly (readonly [watch: FaultyRequest, reader: Writable])[];
}

/** Faults of watches with a selector that an object left. */
export const LEFT_SELECTIONS: readonly Fault[] = faults({
  'removal-of-what-left-the-selection-is-told-again': {
    summary: 'a watch by labels delivers DELETED again when an object that stopped matching is deleted later',
    caughtBy: 'watch/tells-nothing-twice',
    hooks: () => {
      const { open, hooks } = openWatches();
      const left = new WeakMap<FaultyRequest, Map<string, Bendable>>();
      const told = new WeakMap<FaultyRequest, Retold>();
      return {
        ...hooks,
        event: (frame, request) => {
          if (!selects(request)) return [frame];
          const leavers = left.get(request) ?? new Map<string, Bendable>();
          left.set(request, leavers);
          if (frame.type === 'DELETED') leavers.set(uidOf(frame.object), copyOf(frame.object));
          else leavers.delete(uidOf(frame.object));
          return [frame];
        },
        request: async (request, upstream) => {
          if (!isOne(request, 'delete')) return;
          const stored = await storedOf(request, upstream);
          if (stored === undefined) return;
          const uid = uidOf(stored);
          told.set(request, { uid, to: [...open].filter(([watch]) => left.get(watch)?.has(uid) === true) });
        },
        response: async (response, request, upstream) => {
          const again = told.get(request);
          if (again === undefined || again.to.length === 0 || !succeeded(response)) return;
          if ((await upstream.send('GET', objectPath(request))).status !== 404) return;
          for (const [watch, reader] of again.to) {
            const object = left.get(watch)?.get(again.uid);
            if (object !== undefined && !reader.writableEnded && !reader.destroyed)
              reader.write(`${JSON.stringify({ type: 'DELETED', object })}\n`);
          }
        },
      };
    },
  },
});
