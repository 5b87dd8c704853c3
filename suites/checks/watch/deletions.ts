import { cached } from '../../../shared/cached.ts';
import type { History } from '../../oracle/history.ts';
import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';
import { reasonToTerminate } from '../delete/deletes.ts';
import { freshReadsOf } from '../fresh-reads.ts';
import { type ObservedMoment, settledAt } from './overdue.ts';

/**
 * The end of one uid of an object: it was seen, and later it certainly no longer existed, whatever deleted it.
 *
 *     POST m (uid 1) 1-4, PATCH m 5-8, DELETE m 9-12, GET m returns 404 13-16, POST m (uid 2) 17-20
 *       -> uid 1: last seen by the PATCH, so it was deleted after 5; gone by 12, if such a delete is immediate, else by 16
 */
export interface ProvenDeletion {
  /** The last fresh observation. */
  readonly last: Observation;
  /** The object still existed at some moment after this position. */
  readonly after: number;
  /** The moment by which it was gone. */
  readonly gone: ObservedMoment;
}

/** The deletions of an object, in order, as far as the history proves them. */
export function deletionsOf(history: History, observed: ObservedState, key: ObjectKey): readonly ProvenDeletion[] {
  const known = cached(DELETIONS, history, () => new Map());
  return cached(known, key.id, () => findDeletions(history, observed, key));
}

const DELETIONS = new WeakMap<History, Map<string, readonly ProvenDeletion[]>>();

function findDeletions(history: History, observed: ObservedState, key: ObjectKey): ProvenDeletion[] {
  const fresh = observed
    .observationsOf(key)
    .filter(
      ({ uid, began, source }) => uid !== undefined && began > 0 && source !== 'delete' && source !== 'deleted-event',
    );
  const last = new Map(fresh.map((observation) => [observation.uid, observation]));
  return [...last.values()].flatMap((observation) => {
    const gone = goneAfter(history, observed, observation);
    return gone === undefined ? [] : [{ last: observation, after: observation.began, gone }];
  });
}

/**
 * The earliest moment by which an object was certainly gone: an immediate delete, a read that did not find it, or an
 * observation of its successor.
 */
function goneAfter(
  history: History,
  observed: ObservedState,
  { key, ended, uid }: Observation,
): ObservedMoment | undefined {
  const deleted = observed
    .writesTo(key)
    .filter(({ verb, outcome, began }) => verb === 'delete' && outcome === 'acknowledged' && began > ended)
    .filter(({ began }) => !waitsAfter(observed, key, uid, began))
    .map(settledAt);
  const missed = freshReadsOf(history, observed, key)
    .filter(({ exchange, seen }) => seen === undefined && exchange.began > ended)
    .map(({ exchange }) => ({ position: exchange.ended, t: exchange.end?.t }));
  const successor = observed
    .observationsOf(key)
    .find(
      (observation) =>
        observation.uid !== undefined &&
        observation.uid !== uid &&
        observation.source !== 'deleted-event' &&
        observation.began > ended,
    );
  const next: ObservedMoment | undefined =
    successor === undefined ? undefined : { position: successor.ended, t: successor.exchange.end?.t };
  const candidates = [...deleted, ...missed]
    .filter(({ position }) => position < (next?.position ?? Number.POSITIVE_INFINITY))
    .sort((a, b) => a.position - b.position);
  return candidates.find(({ position }) => observed.surelyGone(key, position + 0.5)) ?? next;
}

/**
 * Whether an object was shown after that position as waiting for a grace period. The default of its kind may be above
 * zero (document, Delete query parameters), so its delete did not end it at once.
 */
function waitsAfter(observed: ObservedState, key: ObjectKey, uid: string | undefined, position: number): boolean {
  return observed
    .observationsOf(key)
    .some((each) => each.uid === uid && each.ended > position && reasonToTerminate(each.content) === 'grace period');
}
