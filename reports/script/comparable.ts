import { chosenValues } from './chosen-values.ts';
import { contentOf } from './content.ts';
import { type MemberPredicate, knownIn, knownPart } from './known-part.ts';
import { neutralNames } from './neutral-names.ts';
import type { WireExchange } from './wire-case.ts';

/** The numbers of a request in the case and in that of the reference server. */
export type Pair = readonly [step: number, other: number];

/**
 * Pairs each exchange of the target with the reference server's exchange for the same request: parallel requests may
 * come in another order.
 */
export function aligned(target: readonly WireExchange[], reference: readonly WireExchange[]): Pair[] {
  const [ours, theirs] = [target.map(requestOf(target)), reference.map(requestOf(reference))];
  const taken = new Set<number>();
  return ours.flatMap((request, step): Pair[] => {
    const other = theirs.findIndex((each, index) => each === request && !taken.has(index));
    if (other === -1) return [];
    taken.add(other);
    return [[step, other]];
  });
}

function requestOf(exchanges: readonly WireExchange[]): (exchange: WireExchange) => string {
  const neutral = neutralNames(exchanges);
  const names = chosenValues(exchanges).filter(({ value, path }) => path.endsWith('.name') && value !== '');
  return ({ method, target }) => {
    const plain = names.reduce((text, { value }) => text.replaceAll(value, '<name>'), target);
    return `${method} ${neutral(plain).replace(/resourceVersion=[^&]*/, 'resourceVersion=')}`;
  };
}

/** Responses without values that differ from run to run. */
export interface Comparable {
  /** JSON: names of the run and times are replaced, and server-chosen values become their first occurrence. */
  value(value: unknown): unknown;
  /** The comparable form of a request body, without members that the document lacks. */
  body(value: unknown): unknown;
  /** The comparable form of the content of a response, without members that the document lacks. */
  content(exchange: WireExchange): unknown;
  /** The comparable form of a text. */
  text(text: string): string;
}

/** An exchange with the comparable form of its response. */
export type ComparableExchange = readonly [exchange: WireExchange, comparable: Comparable];

/**
 * `isSent`: the members that the case sends (`sentBy`). `numberOf` gives the steps of a case the numbers of the case with
 * which it is compared.
 */
export function comparable(
  exchanges: readonly WireExchange[],
  isSent: MemberPredicate,
  numberOf: (step: number) => number = (step) => step,
): Comparable {
  const neutral = neutralNames(exchanges);
  const chosen = chosenValues(exchanges);
  const symbols = new Map(chosen.map(({ value, step, path }) => [value, `<${numberOf(step)} ${path}>`]));
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return MOMENT.test(value) ? '<time>' : (symbols.get(value) ?? neutral(value));
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [neutral(member), convert(inner)]));
  };
  return {
    value: convert,
    body: (value) => convert(knownPart(value, isSent)),
    content: (exchange) => convert(contentOf(knownIn(exchange, isSent), neutral)),
    text: (text) =>
      neutral(
        chosen.reduce(
          (left, { value }) => (value.length < LONG ? left : left.replaceAll(value, '<chosen>')),
          text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '<time>'),
        ),
      ),
  };
}

/** Shorter values, such as version 7, stand in a text by chance. */
const LONG = 8;

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
