import {
  failureStatus,
  isObject,
  itemsOf,
  jsonResponse,
  metadataOf,
  objectPath,
  succeeded,
  successStatus,
} from '../bend.ts';
import type { Asked, Bendable, Hooks } from '../fault.ts';
import { unversioned } from '../races.ts';
import type { Verb } from '../../../spec/surface/operations.ts';

/** Which requests a fault is about. */
export type Picks = (asked: Asked) => boolean;

/** Turns these requests away. */
export function refused(picks: Picks): Hooks {
  return {
    request: (asked) =>
      picks(asked) ? jsonResponse(400, failureStatus(400, 'BadRequest', 'not supported')) : undefined,
  };
}

/** Carries out these requests as though they were others. */
export function takenFor(picks: Picks, bend: (asked: Asked) => void): Hooks {
  return {
    request: (asked) => {
      if (picks(asked)) bend(asked);
    },
  };
}

/** The verbs whose requests change something. */
export const WRITES: ReadonlySet<Verb> = new Set([
  'create',
  'replace',
  'patch',
  'delete',
  'deleteCollection',
  'replaceStatus',
  'patchStatus',
]);

/** Acknowledges these requests and leaves everything as it was: deletes are not passed on, other writes are taken back. */
export function undone(picks: Picks): Hooks {
  const before = new WeakMap<Asked, Bendable>();
  return {
    request: async (asked, upstream) => {
      if (!picks(asked)) return undefined;
      if (asked.method === 'DELETE') return jsonResponse(200, successStatus());
      const { json } = asked.method === 'POST' ? { json: undefined } : await upstream.send('GET', objectPath(asked));
      if (isObject(json)) before.set(asked, json);
      return undefined;
    },
    response: async (answered, asked, upstream) => {
      if (!picks(asked) || !succeeded(answered) || asked.method === 'DELETE') return;
      const stored = before.get(asked);
      if (stored !== undefined) await upstream.send('PUT', asked.path, unversioned(stored));
      else
        await upstream.send('DELETE', `${asked.path.replace(/\/$/, '')}/${String(metadataOf(answered.json)['name'])}`, {
          gracePeriodSeconds: 0,
        });
    },
  };
}

/** Answers lists without their items and watches without their events. */
export function emptied(picks: Picks): Hooks {
  return {
    response: (answered, asked) => {
      if (picks(asked) && succeeded(answered) && isObject(answered.json) && itemsOf(answered) !== undefined)
        answered.json['items'] = [];
    },
    event: (frame, asked) => (picks(asked) ? [] : [frame]),
  };
}
