import type { Correspondence } from './correspondence.ts';
import { compareRedacted } from './redacted-secrets.ts';

/** Tokens within a text that a server may have chosen, and the text between them. */
const TOKEN =
  /([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))|(\d+)/g;

/**
 * Whether two messages say the same, each about its own objects: uids and versions in them correspond, times match
 * any time, generated names are translated, and everything else is equal. Addresses in values printed by Go, and the
 * server's oldest version, may differ.
 *
 *     'the UID in the precondition (6f1c...) does not match the UID in record (a02e...)'
 */
export function sameText(expected: string, actual: string, correspondence: Correspondence, since: string): boolean {
  const redacted = compareRedacted(expected, actual, correspondence, since);
  if (redacted !== undefined) return redacted.as === 'same';
  if (expected === actual) return true;
  const there = tokens(correspondence.translated(withoutChance(expected)));
  const here = tokens(withoutChance(actual));
  return (
    there.length === here.length && there.every((token, index) => sameToken(token, here[index], correspondence, since))
  );
}

/** The oldest version that a server still has, which no response shows before. */
const OLDEST = /(too old resource version: \d+ )\(\d+\)/g;
/** In a value printed by Go: a memory address, and the parts of a time. */
const POINTER = /\b0x[0-9a-f]{6,16}\b/g;
const TIME_PARTS = /\b(sec|wall|ext):(?:0x[0-9a-f]+|\d+)|\bnsec:\d+/g;
/** A map printed by Go, whose entries come in any order. */
const GO_MAP = /\bmap\[[^\]]*\][\w.*]+\{([^{}]*)\}/g;

/** A message without the parts that change from one response to the next by chance. */
function withoutChance(text: string): string {
  return text
    .replace(OLDEST, '$1(*)')
    .replace(TIME_PARTS, '*')
    .replace(POINTER, '*')
    .replace(GO_MAP, (whole, entries: string) => whole.replace(entries, () => entries.split(', ').sort().join(', ')));
}

interface TextToken {
  readonly kind: 'text' | 'uid' | 'time' | 'number';
  readonly text: string;
}

function tokens(text: string): TextToken[] {
  const found: TextToken[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    found.push({ kind: 'text', text: text.slice(from, match.index) });
    found.push({ kind: match[1] !== undefined ? 'uid' : match[2] !== undefined ? 'time' : 'number', text: match[0] });
    from = match.index + match[0].length;
  }
  return [...found, { kind: 'text', text: text.slice(from) }];
}

function sameToken(
  expected: TextToken,
  actual: TextToken | undefined,
  correspondence: Correspondence,
  since: string,
): boolean {
  if (actual === undefined || expected.kind !== actual.kind) return false;
  if (expected.text === actual.text || expected.kind === 'time') return true;
  if (expected.kind === 'uid')
    return correspondence.bind('uid', ['', ''], expected.text, actual.text, since) === undefined;
  return expected.kind === 'number' && correspondence.actualOf('version', '', expected.text) === actual.text;
}
