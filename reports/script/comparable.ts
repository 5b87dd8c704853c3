import { chosenValues } from './chosen-values.ts';
import { neutralNames } from './neutral-names.ts';
import type { WireExchange } from './wire-case.ts';

/**
 * Pairs each exchange of the target with the reference server's exchange for the same request: parallel requests may
 * come in another order.
 */
export function aligned(
  target: readonly WireExchange[],
  reference: readonly WireExchange[],
): (readonly [number, number])[] {
  const [ours, theirs] = [target.map(requestOf(target)), reference.map(requestOf(reference))];
  const taken = new Set<number>();
  return ours.flatMap((request, step): (readonly [number, number])[] => {
    const other = theirs.findIndex((each, index) => each === request && !taken.has(index));
    if (other === -1) return [];
    taken.add(other);
    return [[step, other]];
  });
}

function requestOf(exchanges: readonly WireExchange[]): (exchange: WireExchange) => string {
  const neutral = neutralNames(exchanges);
  return ({ method, target }) => `${method} ${neutral(target).replace(/resourceVersion=[^&]*/, 'resourceVersion=')}`;
}

/**
 * Content without values that differ from run to run: names of the run and times are replaced, and server-chosen
 * values become their first occurrence.
 */
export function comparable(exchanges: readonly WireExchange[]): (content: unknown) => unknown {
  const neutral = neutralNames(exchanges);
  const symbols = new Map(chosenValues(exchanges).map(({ value, step, path }) => [value, `<${step} ${path}>`]));
  const convert = (value: unknown): unknown => {
    if (typeof value === 'string') return symbols.get(value) ?? (MOMENT.test(value) ? '<time>' : neutral(value));
    if (Array.isArray(value)) return value.map(convert);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([member, inner]) => [neutral(member), convert(inner)]));
  };
  return convert;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
