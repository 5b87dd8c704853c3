import { firstIndexFrom } from './first-index.ts';
import type { Sighting } from './sightings.ts';

/** How far back a search goes for an earlier look that is still right: looks that came later and say otherwise are few. */
const LOOKS_BACK = 64;

/**
 * The looks at one object, in order of their end, with what makes questions about a position cheap: a recording may look at one
 * object thousands of times.
 *
 *     looks ended at 4 (version 7), 8 (version 9), 15 (version 9, began 12)
 *     latest(10) -> the second; confirmed(10) -> the second, for the third began after 10 and shows version 9 again
 */
export class Track {
  /** Sightings of stored states: what deletes answer, and what removals carry, is none. */
  readonly states: readonly Sighting[];
  /** Those that cannot be stale. */
  readonly fresh: readonly Sighting[];
  /** By uid: the end of the first look, and the latest beginning of a fresh one. */
  readonly #lives = new Map<string, { readonly first: number; latest: number }>();
  /** By uid and version: the latest beginning of a fresh look. */
  readonly #latest = new Map<string, number>();
  /** By version, under which uids it was seen, and the end of the first look. */
  readonly #versions = new Map<string, { readonly first: number; readonly uid: string | undefined; sole: boolean }>();

  constructor(sightings: readonly Sighting[]) {
    this.states = sightings.filter(({ source }) => source !== 'delete' && source !== 'removal');
    this.fresh = this.states.filter(isFresh);
    for (const sighting of this.states) this.#note(sighting);
  }

  #note(sighting: Sighting): void {
    const { uid, version, ended } = sighting;
    const began = isFresh(sighting) ? sighting.began : Number.NEGATIVE_INFINITY;
    if (uid !== undefined) {
      const life = this.#lives.get(uid);
      if (life === undefined) this.#lives.set(uid, { first: ended, latest: began });
      else life.latest = Math.max(life.latest, began);
    }
    if (version === undefined) return;
    const id = stateId(sighting);
    this.#latest.set(id, Math.max(this.#latest.get(id) ?? Number.NEGATIVE_INFINITY, began));
    const seen = this.#versions.get(version);
    if (seen === undefined) this.#versions.set(version, { first: ended, uid, sole: true });
    else seen.sole &&= seen.uid === uid;
  }

  /** The last look that ended before that position. */
  latest(before: number, fresh: boolean): Sighting | undefined {
    const looks = fresh ? this.fresh : this.states;
    return looks[endedBefore(looks, before) - 1];
  }

  /** A look before the position whose version a fresh one that began after it still shows. */
  confirmed(position: number): Sighting | undefined {
    const last = endedBefore(this.states, position) - 1;
    for (let index = last; index >= 0 && index > last - LOOKS_BACK; index -= 1) {
      const before = this.states[index];
      if (before?.version !== undefined && (this.#latest.get(stateId(before)) ?? 0) > position) return before;
    }
    return undefined;
  }

  /** Whether one life of the object was seen before the position, and again by a fresh look that began after it. */
  spans(position: number): boolean {
    return [...this.#lives.values()].some(({ first, latest }) => first < position && latest > position);
  }

  /** Whether a fresh look after one that showed the version, and ended before the position, shows another. */
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

/** How many of a list in order of their end ended before that position. */
function endedBefore(looks: readonly Sighting[], position: number): number {
  return firstIndexFrom(looks, position, ({ ended }) => ended);
}

/** Whether a look cannot show an older state than that of its time. */
function isFresh(sighting: Sighting): boolean {
  return sighting.began > 0;
}

function stateId({ uid, version }: Sighting): string {
  return `${uid ?? ''} ${version ?? ''}`;
}
