import type { History } from '../../oracle/history.ts';
import type { ObjectKey, Sighting, World } from '../../oracle/world.ts';
import { looksAt } from '../looks.ts';
import type { Moment } from './overdue.ts';
import { settledAt } from './overdue.ts';

/**
 * The end of one life of an object: it was seen, and later it surely was not there any more, whatever removed it.
 *
 *     POST m (uid 1) 1-4, PATCH m 5-8, DELETE m 9-12, GET m answers 404 13-16, POST m (uid 2) 17-20
 *       -> uid 1: last seen by the PATCH, so it went after 5; gone by 12, if such a delete removes at once, else by 16
 */
export interface Departure {
  /** The last fresh look at it. */
  readonly last: Sighting;
  /** It was still there at some moment after this position. */
  readonly after: number;
  /** By when it was gone. */
  readonly gone: Moment;
}

/** How the lives of an object ended, in order, as far as the history shows. */
export function departures(history: History, world: World, key: ObjectKey): readonly Departure[] {
  const known = DEPARTURES.get(history) ?? new Map<string, readonly Departure[]>();
  DEPARTURES.set(history, known);
  const found = known.get(key.id) ?? findDepartures(history, world, key);
  known.set(key.id, found);
  return found;
}

const DEPARTURES = new WeakMap<History, Map<string, readonly Departure[]>>();

function findDepartures(history: History, world: World, key: ObjectKey): Departure[] {
  const fresh = world
    .sightingsOf(key)
    .filter(({ uid, began, source }) => uid !== undefined && began > 0 && source !== 'delete' && source !== 'removal');
  const last = new Map(fresh.map((sighting) => [sighting.uid, sighting]));
  return [...last.values()].flatMap((sighting) => {
    const gone = goneAfter(history, world, sighting);
    return gone === undefined ? [] : [{ last: sighting, after: sighting.began, gone }];
  });
}

/** The earliest moment by which an object surely was gone: a delete of it that removes at once, a look that missed it, or one at its successor. */
function goneAfter(history: History, world: World, { key, ended, uid }: Sighting): Moment | undefined {
  const deleted = world
    .writesTo(key)
    .filter(({ verb, outcome, began }) => verb === 'delete' && outcome === 'acknowledged' && began > ended)
    .map(settledAt);
  const missed = looksAt(history, world, key)
    .filter(({ exchange, seen }) => seen === undefined && exchange.began > ended)
    .map(({ exchange }) => ({ position: exchange.ended, t: exchange.end?.t }));
  const successor = world
    .sightingsOf(key)
    .find(
      (sighting) =>
        sighting.uid !== undefined && sighting.uid !== uid && sighting.source !== 'removal' && sighting.began > ended,
    );
  const next: Moment | undefined =
    successor === undefined ? undefined : { position: successor.ended, t: successor.exchange.end?.t };
  const candidates = [...deleted, ...missed]
    .filter(({ position }) => position < (next?.position ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => a.position - b.position);
  return candidates.find(({ position }) => world.surelyGone(key, position + 0.5)) ?? next;
}
