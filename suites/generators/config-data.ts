import {
  type Arbitrary,
  constantFrom,
  oneof,
  shuffledSubarray,
  string,
  stringMatching,
  tuple,
  uniqueArray,
} from 'fast-check';
import type { JsonObject } from '../oracle/json.ts';

/** Among them names of members, which a server that strips members at any depth drops. */
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
  'status',
  'uid',
  'k'.repeat(100),
];

/** Plain texts, and many that servers are known to change. */
export const AWKWARD_TEXTS: readonly string[] = [
  '',
  ' ',
  'plain',
  'line one\nline two\n',
  "it's  two spaces",
  '\ttab\r\n',
  '~tilde/and/slash~1~0',
  '"quoted" \\ back',
  '{"json": [1, null]}',
  'key: value # yaml?\n- x',
  'yes',
  'null',
  '0123',
  '1e3',
  '+49301234',
  '2017-01-02T03:04:05Z',
  'äöü ß € 漢字 🦄',
  '<>&',
  'e\u0301',
  'x'.repeat(300),
  '%41+%2F &amp; ${HOME} \\u0041',
  'long '.repeat(1_000),
  'name          value   '.repeat(6),
  'ends with newlines\n\n',
];

/** The least number of keys when one case must show many values. */
const MANY = 9;

/** A module constant because building an arbitrary from a pattern is slow. */
const ANY_KEY = stringMatching(/^[-_a-zA-Z0-9][-._a-zA-Z0-9]{0,20}$/);

/** Legal keys of config maps and secrets, including names of JavaScript's own properties. */
export function dataKey(): Arbitrary<string> {
  return oneof({ weight: 4, arbitrary: constantFrom(...KEYS) }, { weight: 1, arbitrary: ANY_KEY });
}

/** Line breaks in YAML 1.1 and plain characters in YAML 1.2: readers of YAML disagree about them. */
const DISPUTED_BREAK = /[\u0085\u2028\u2029]/;

/**
 * Any text: empty, of several lines, of every plane of Unicode, and texts that YAML could take for another type.
 * Never a placeholder of a program.
 */
export function text(): Arbitrary<string> {
  return oneof(
    { weight: 3, arbitrary: constantFrom(...AWKWARD_TEXTS) },
    { weight: 1, arbitrary: string({ unit: 'grapheme', maxLength: 20 }) },
  ).filter((value) => !value.includes('{{') && !DISPUTED_BREAK.test(value));
}

/** A text that is not empty: `create/empty-values-of-secrets-are-kept` alone sends empty values of secrets. */
function someText(): Arbitrary<string> {
  return text().filter((value) => value !== '');
}

/** Bytes that are no UTF-8. */
const BYTES = [
  [0xff, 0xfe, 0, 0xc3],
  [0x80, 0x81, 0xbf],
];

/** The base64 of such a text in UTF-8, or of other bytes, as secrets hold data. */
export function base64Text(): Arbitrary<string> {
  return oneof(
    { weight: 5, arbitrary: someText().map((value) => Buffer.from(value, 'utf8').toString('base64')) },
    { weight: 1, arbitrary: constantFrom(...BYTES).map((bytes) => Buffer.from(bytes).toString('base64')) },
  );
}

/** Data of a config map: few entries, or many awkward keys and texts at once. */
export function configData(minimum = 0): Arbitrary<JsonObject> {
  return dataOf(text(), minimum);
}

/** Data of a secret, made in the same way. */
export function secretData(minimum = 0): Arbitrary<JsonObject> {
  return dataOf(base64Text(), minimum);
}

/** The write-only `stringData` of a secret, made in the same way; never empty. */
export function secretTexts(): Arbitrary<JsonObject> {
  return dataOf(someText(), 1);
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
