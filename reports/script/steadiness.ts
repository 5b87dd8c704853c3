import { aligned, comparable } from './comparable.ts';
import { conflicts, eventCount, member, typesByObject } from './content.ts';
import { differences } from './differences.ts';
import { sentBy } from './known-part.ts';
import { outcomeOf } from './outcome.ts';
import { couldHaveDelivered } from './watch-deviation.ts';
import type { WireExchange } from './wire-case.ts';

/**
 * What the reference server responded alike when the case was sent to it again, with pauses. A script sends its
 * requests further apart than the suite, so the rest depends on the moment:
 *
 *     DELETE that orphans, then a list: with a pause between them the object is gone   ->   its place in the list is not steady
 *
 * Steps are those of the reference server's case. Everything is steady if the case was not sent again.
 */
export class Steadiness {
  readonly #reference: readonly WireExchange[];
  readonly #slow: readonly WireExchange[];
  readonly #others: ReadonlyMap<number, number>;
  /** The places that differ in each response. */
  readonly #changed = new Map<number, readonly string[]>();
  readonly #content: (exchange: WireExchange) => unknown;
  readonly #slowContent: (exchange: WireExchange) => unknown;

  constructor(reference: readonly WireExchange[], slow: readonly WireExchange[] = reference) {
    this.#reference = reference;
    this.#slow = slow;
    const pairs = aligned(reference, slow);
    this.#others = new Map(pairs);
    const numbers = new Map(pairs.map(([step, other]) => [other, step]));
    const isSent = sentBy(reference);
    this.#content = comparable(reference, isSent).content;
    this.#slowContent = comparable(slow, isSent, (step) => numbers.get(step) ?? -1).content;
  }

  hasOutcome(step: number): boolean {
    const [quick, slow] = this.#pair(step);
    return outcomeOf(quick?.status) === outcomeOf(slow?.status);
  }

  /**
   * Whether the member at a path, as `differences` writes it, is the same, with all that it holds. Values that the
   * server chose may be others: the version of a list grows with the writes of other clients.
   */
  hasMember(step: number, path: string): boolean {
    const [quick, slow] = this.#pair(step);
    if (this.#slow === this.#reference) return true;
    if (quick === undefined || slow === undefined) return false;
    const changed = this.#changed.get(step) ?? changedPlaces(this.#content(quick), this.#slowContent(slow));
    this.#changed.set(step, changed);
    const place = placeOf(path);
    return changed.every((other) => !isWithin(other, place) && !isWithin(place, other));
  }

  /** Whether a watch has the same types of events for each object, as far as it was open; `all`: and as many events. */
  hasTypes(step: number, all: boolean): boolean {
    const [quick, slow] = this.#pair(step);
    if (quick === undefined || slow === undefined) return false;
    const [content, slowContent] = [this.#content(quick), this.#slowContent(slow)];
    if (all && eventCount(slowContent) < eventCount(content)) return false;
    return !conflicts(typesByObject(content), slowContent);
  }

  /** Whether a watch delivered no event of an object with pauses either, although it could: `$ID-ns1/$ID-a`. */
  isNeverDelivered(step: number, key: string): boolean {
    const [, slow] = this.#pair(step);
    if (slow === undefined || this.#slow === this.#reference) return false;
    return (
      couldHaveDelivered(slow, this.#slow, key.slice(key.indexOf('/') + 1)) &&
      member(member(this.#slowContent(slow), 'objects'), key) === undefined
    );
  }

  #pair(step: number): readonly [WireExchange | undefined, WireExchange | undefined] {
    return [this.#reference[step], this.#slow[this.#others.get(step) ?? -1]];
  }
}

/** A path of `differences` without the function of jq at its end. */
function placeOf(path: string): string {
  return path.replace(/ \| \w+$/, '');
}

/** The places that differ, but for values that the server chose. */
function changedPlaces(quick: unknown, slow: unknown): readonly string[] {
  return differences(quick, slow)
    .filter(({ expected, actual }) => !isChosen(expected) || !isChosen(actual))
    .map(({ path }) => placeOf(path));
}

/** Whether one place is another, or lies in it: `.spec.replicas` lies in `.spec`. */
function isWithin(inner: string, outer: string): boolean {
  return inner === outer || outer === '.' || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}

/** Whether a comparable value stands for one that the server chose: `<0 .metadata.resourceVersion>`. */
function isChosen(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('<');
}
