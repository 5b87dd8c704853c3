import { type Arbitrary, array, constantFrom, oneof, stringMatching, tuple, uniqueArray } from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';

const KEYS = [
  'app',
  'tier',
  'App',
  'a',
  'ab',
  'x.y',
  'k_1',
  'name',
  'status',
  'example.com/role',
  'sub.example.com/a.b-c_d',
  'example.com/a',
  '1',
  `example.com/${'n'.repeat(63)}`,
];
const VALUES = ['', 'x', 'y', 'xy', 'X', '1', '0', 'true', 'a.b', 'a-b_c', 'x'.repeat(63)];

/** A module constant because building an arbitrary from a pattern costs as much as a hundred requests. */
const ANY_KEY = stringMatching(/^[a-z]([-a-z0-9]{0,9}[a-z0-9])?$/);
const ANY_VALUE = stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,9}[A-Za-z0-9])?$/);

/**
 * Keys of labels: qualified names with and without prefix. `__proto__` is not legal, because a key must begin with a
 * letter or digit.
 */
export function labelKey(): Arbitrary<string> {
  return oneof({ weight: 8, arbitrary: constantFrom(...KEYS) }, { weight: 1, arbitrary: ANY_KEY });
}

/** Values of labels, the empty one included. */
export function labelValue(): Arbitrary<string> {
  return oneof({ weight: 8, arbitrary: constantFrom(...VALUES) }, { weight: 1, arbitrary: ANY_VALUE });
}

/** A map of labels: at most five. */
export function labels(minimum = 0): Arbitrary<JsonObject> {
  return uniqueArray(tuple(labelKey(), labelValue()), {
    minLength: minimum,
    maxLength: Math.max(5, minimum),
    selector: ([key]) => key,
  }).map((entries) => Object.fromEntries(entries));
}

/** One map of labels for each of several objects, all over the same few keys; some are empty. */
export function labelSets(count: number): Arbitrary<JsonObject[]> {
  return array(labels(), { minLength: count, maxLength: count });
}
