import { type Arbitrary, constantFrom, tuple, uniqueArray } from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';
import { text } from './config-data.ts';

const KEYS = [
  'note',
  'Note',
  'a.b_c-d',
  'example.com/note',
  'sub.example.com/x.y',
  '1',
  'constructor',
  'status',
  'uid',
];

export function annotationKey(): Arbitrary<string> {
  return constantFrom(...KEYS);
}

/** A map of annotations: at most three, any text in each. */
export function annotations(minimum = 0): Arbitrary<JsonObject> {
  return uniqueArray(tuple(annotationKey(), text()), {
    minLength: minimum,
    maxLength: Math.max(3, minimum),
    selector: ([key]) => key,
  }).map((entries) => Object.fromEntries(entries));
}
