import { stateId } from './state-id.ts';
import { firstIndexFrom } from '../values/first-index.ts';
import type { Observation } from './observations.ts';

/** How far back to search for an earlier observation that still holds. Few later observations contradict it. */
const LOOKS_BACK = 64;

/**
 * The observations of one object, sorted by end, with indexes for fast queries by position. A recording may show one
 * object thousands of times.
 *
 *     observations ended at 4 (version 7), 8 (version 9), 15 (version 9, began 12)
 *     latest(10) -> the second; confirmed(10) -> the second, because the third began after 10 and shows version 9 again
 */
export class Track {
  /** Observations of stored states, without responses of deletes and objects of DELETED events. */
  readonly states: readonly Observation[];
  /** The observations that cannot be stale. */
  readonly fresh: readonly Observation[];
  /** By uid: the end of the first observation, and the latest beginning of a fresh one. */
  readonly #lives = new Map<string, { readonly first: number; latest: number }>();
  /** By uid and version: the latest beginning of a fresh observation. */
  readonly #latest = new Map<string, number>();
  /** By version: its uids, and the end of the first observation. */
  readonly #versions = new Map<string, { readonly first: number; readonly uid: string | undefined; sole: boolean }>();

  constructor(observations: readonly Observation[]) {
    this.states = observations.filter(({ source }) => source !== 'delete' && source !== 'deleted-event');
    this.fresh = this.states.filter(isFresh);
    for (const observation of this.states) this.#note(observation);
  }

  #note(observation: Observation): void {
    const { uid, version, ended } = observation;
    const began = isFresh(observation) ? observation.began : Number.NEGATIVE_INFINITY;
    if (uid !== undefined) {
      const life = this.#lives.get(uid);
      if (life === undefined) this.#lives.set(uid, { first: ended, latest: began });
      else life.latest = Math.max(life.latest, began);
    }
    if (version === undefined) return;
    const id = stateId(observation);
    this.#latest.set(id, Math.max(this.#latest.get(id) ?? Number.NEGATIVE_INFINITY, began));
    const seen = this.#versions.get(version);
    if (seen === undefined) this.#versions.set(version, { first: ended, uid, sole: true });
    else seen.sole &&= seen.uid === uid;
  }

  /** The last observation that ended before that position. */
  latest(before: number, fresh: boolean): Observation | undefined {
    const reads = fresh ? this.fresh : this.states;
    return reads[endedBefore(reads, before) - 1];
  }

  /** An observation before the position whose version a fresh observation that began after it still shows. */
  confirmed(position: number): Observation | undefined {
    const last = endedBefore(this.states, position) - 1;
    for (let index = last; index >= 0 && index > last - LOOKS_BACK; index -= 1) {
      const before = this.states[index];
      if (before?.version !== undefined && (this.#latest.get(stateId(before)) ?? 0) > position) return before;
    }
    return undefined;
  }

  /** Whether one uid was seen before the position, and again by a fresh observation that began after it. */
  spans(position: number): boolean {
    return [...this.#lives.values()].some(({ first, latest }) => first < position && latest > position);
  }

  /**
   * Whether the version was seen, and a later fresh observation that ended before the position shows another
   * version.
   */
  replaced(version: string, before: number): boolean {
    const seen = this.#versions.get(version);
    if (seen === undefined || !seen.sole) return false;
    for (let index = endedBefore(this.fresh, before) - 1; index >= 0; index -= 1) {
      const later = this.fresh[index];
      if (later === undefined || later.ended <= seen.first) return false;
      if (later.version !== undefined && later.version !== version && later.began > seen.first) return true;
    }
    return false;
  }
}

/** How many observations of a list sorted by end ended before that position. */
function endedBefore(reads: readonly Observation[], position: number): number {
  return firstIndexFrom(reads, position, ({ ended }) => ended);
}

/** Whether an observation cannot show a state older than its own time. */
function isFresh(observation: Observation): boolean {
  return observation.began > 0;
}
