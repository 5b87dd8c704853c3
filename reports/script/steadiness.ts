import { aligned, comparable } from './comparable.ts';
import { conflicts, eventCount, member, typesByObject } from './content.ts';
import { differences } from './differences.ts';
import { outcomeOf } from './outcome.ts';
import { couldHaveTold } from './watch-deviation.ts';
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
  readonly #content: (exchange: WireExchange) => unknown;
  readonly #slowContent: (exchange: WireExchange) => unknown;

  constructor(reference: readonly WireExchange[], slow: readonly WireExchange[] = reference) {
    this.#reference = reference;
    this.#slow = slow;
    const pairs = aligned(reference, slow);
    this.#others = new Map(pairs);
    const numbers = new Map(pairs.map(([step, other]) => [other, step]));
    this.#content = comparable(reference).content;
    this.#slowContent = comparable(slow, (step) => numbers.get(step) ?? -1).content;
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
    if (quick === undefined || slow === undefined) return false;
    const place = placeOf(path);
    return differences(this.#content(quick), this.#slowContent(slow)).every(({ path: changed, expected, actual }) => {
      const other = placeOf(changed);
      return (isChosen(expected) && isChosen(actual)) || (!other.startsWith(place) && !place.startsWith(other));
    });
  }

  /** Whether a watch has the same types of events for each object, as far as it was open; `whole`: no fewer of them. */
  hasTypes(step: number, whole: boolean): boolean {
    const [quick, slow] = this.#pair(step);
    if (quick === undefined || slow === undefined) return false;
    const [content, slowContent] = [this.#content(quick), this.#slowContent(slow)];
    if (whole && eventCount(slowContent) < eventCount(content)) return false;
    return !conflicts(typesByObject(content), slowContent);
  }

  /** Whether a watch told nothing of an object with pauses either, although it could: `$ID-ns1/$ID-a`. */
  isUntold(step: number, key: string): boolean {
    const [, slow] = this.#pair(step);
    if (slow === undefined || this.#slow === this.#reference) return false;
    return (
      couldHaveTold(slow, this.#slow, key.slice(key.indexOf('/') + 1)) &&
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

/** Whether a comparable value stands for one that the server chose: `<0 .metadata.resourceVersion>`. */
function isChosen(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('<');
}
