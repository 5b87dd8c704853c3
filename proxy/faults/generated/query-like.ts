import type { FaultyRequest } from '../fault.ts';

/** The largest value of an int32, and the least that counts as large. */
const LARGE = 1_000_000;
const INT32 = 2 ** 31 - 1;

/** Parameters of which each value counts; of the others, only the kind of value counts. */
const NAMED_VALUES: ReadonlySet<string> = new Set(['propagationPolicy']);

/**
 * Whether a request has the parameters of a sample query with values of the same kind, so that a fault shows for any
 * client.
 *
 *     labelSelector=app%3Da   any selector but the empty one
 *     timeoutSeconds=1        any positive number of seconds below a million
 *     pretty=true             that value
 *     resourceVersion={..}    any version but 0
 */
export function queryLike(sample: string): (request: FaultyRequest) => boolean {
  return valuesLike(sample, ({ query }, name) => query.get(name) ?? undefined);
}

/** Whether a request has the values of a sample query, or values of the same kind, where `valueOf` finds them. */
export function valuesLike(
  sample: string,
  valueOf: (request: FaultyRequest, name: string) => string | undefined,
): (request: FaultyRequest) => boolean {
  const wanted = [...new URLSearchParams(sample)].map(([name, value]) => [name, sortOf(name, value)] as const);
  return (request) =>
    wanted.every(([name, sort]) => {
      const value = valueOf(request, name);
      return value !== undefined && sortOf(name, value) === sort;
    });
}

function sortOf(name: string, value: string): string {
  if (value === '' || value === '0' || value === 'true' || value === 'false' || NAMED_VALUES.has(name)) return value;
  if (name === 'resourceVersion') return 'version';
  if (!/^-?\d+$/.test(value)) return 'word';
  const number = Number(value);
  if (number < 0) return 'negative';
  if (number > INT32) return 'beyond int32';
  return number > LARGE ? 'large' : 'positive';
}
