import { constantFrom, oneof, shuffledSubarray, string, stringMatching, tuple, uniqueArray } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';

const KEYS = [
  'a',
  'A',
  'key',
  'key.txt',
  '.hidden',
  'a-b',
  'a_b',
  '1',
  '__proto__',
  'constructor',
  'toString',
  'length',
  'k'.repeat(100),
];

const TEXTS = [
  '',
  ' ',
  'plain',
  'line one\nline two\n',
  '\ttab\r\n',
  '~tilde/and/slash~1~0',
  '"quoted" \\ back',
  '{"json": [1, null]}',
  'key: value # yaml?\n- x',
  'yes',
  'null',
  '0123',
  '1e3',
  'äöü ß € 漢字 🦄',
  '<>&',
  'e\u0301',
  'x'.repeat(300),
  '%41+%2F &amp; ${HOME} \\u0041',
  'long '.repeat(1_000),
];

/** So many keys at least have data that are to show much in one case. */
const MANY = 9;

/** Made once: making an arbitrary from a pattern is slow. */
const ANY_KEY = stringMatching(/^[-_a-zA-Z0-9][-._a-zA-Z0-9]{0,20}$/);

/** Keys that config maps and secrets may have, own names of JavaScript's among them. */
export function dataKey(): Arbitrary<string> {
  return oneof({ weight: 4, arbitrary: constantFrom(...KEYS) }, { weight: 1, arbitrary: ANY_KEY });
}

/** Line breaks in YAML 1.1 and plain characters in YAML 1.2: what an answer in YAML says with them depends on who reads it. */
const DISPUTED_BREAK = /[\u0085\u2028\u2029]/;

/** Any text: empty, of several lines, of every plane of Unicode, and what looks like another type in YAML. Never a hole of a program. */
export function text(): Arbitrary<string> {
  return oneof(
    { weight: 3, arbitrary: constantFrom(...TEXTS) },
    { weight: 1, arbitrary: string({ unit: 'grapheme', maxLength: 20 }) },
  ).filter((value) => !value.includes('{{') && !DISPUTED_BREAK.test(value));
}

/** A text that is not empty: rules of their own are about empty values of secrets, and about characters that YAML must escape. */
function someText(): Arbitrary<string> {
  return text().filter((value) => value !== '');
}

/** Such a text as the base64 of its UTF-8, which is how secrets hold data. */
export function base64Text(): Arbitrary<string> {
  return someText().map((value) => Buffer.from(value, 'utf8').toString('base64'));
}

/** Data of a config map: few entries, or many of the awkward keys and texts at once. */
export function configData(minimum = 0): Arbitrary<JsonObject> {
  return dataOf(text(), minimum);
}

/** Data of a secret, likewise. */
export function secretData(minimum = 0): Arbitrary<JsonObject> {
  return dataOf(base64Text(), minimum);
}

/** Texts of a secret that are for writing only, likewise. */
export function secretTexts(minimum = 0): Arbitrary<JsonObject> {
  return dataOf(someText(), minimum);
}

function dataOf(value: Arbitrary<string>, minimum: number): Arbitrary<JsonObject> {
  const few = uniqueArray(tuple(dataKey(), value), {
    minLength: minimum,
    maxLength: Math.max(4, minimum),
    selector: ([key]) => key,
  });
  const many = shuffledSubarray(KEYS, { minLength: MANY }).chain((keys) =>
    tuple(...keys.map((key) => value.map((held) => [key, held] as const))),
  );
  return oneof({ withCrossShrink: true }, { weight: 1, arbitrary: few }, { weight: 6, arbitrary: many }).map(
    (entries) => Object.fromEntries(entries),
  );
}
