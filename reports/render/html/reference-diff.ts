import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { type DiffLine, diffLines } from '../../../shared/page/json-diff.ts';
import { aligned, type ComparableExchange, comparable } from '../../script/comparable.ts';
import { sentBy } from '../../script/known-part.ts';
import { isRace } from '../../script/races.ts';
import { wireCase, type WireExchange } from '../../script/wire-case.ts';
import type { DiffOf } from './exchange-list.ts';

/**
 * Compares the responses of a case with those of the reference server. Races are not compared, because they may
 * legally differ.
 */
export function referenceDiff(violation: Violation): DiffOf {
  const { transcript, reference } = violation;
  if (reference === undefined) return () => undefined;
  const [ours, theirs] = [wireCase(transcript), wireCase(reference)];
  if (isRace(violation, ours)) return () => undefined;
  const pairs = aligned(ours, theirs);
  const [partners, numbers] = [new Map(pairs), new Map(pairs.map(([step, other]) => [other, step]))];
  const isSent = sentBy(theirs);
  const [here, there] = [comparable(ours, isSent), comparable(theirs, isSent, (step) => numbers.get(step) ?? step)];
  return ({ number }) => {
    const actual = ours[number - 1];
    const expected = theirs[partners.get(number - 1) ?? -1];
    if (actual === undefined || expected === undefined) return undefined;
    return [...headLines(expected, actual), ...bodyLines([expected, there], [actual, here])];
  };
}

/**
 * Items and events stand by their objects, without those of other cases. Bodies of different types are not compared.
 */
function bodyLines([expected, there]: ComparableExchange, [actual, here]: ComparableExchange): DiffLine[] {
  if (isJson(expected) && isJson(actual))
    return diffLines(inWords(shown(there.content(expected))), inWords(shown(here.content(actual))));
  if (isJson(expected) !== isJson(actual)) return [];
  const [theirs, ours] = [there.text(expected.text ?? ''), here.text(actual.text ?? '')].map(linesOf);
  const only = (sign: '-' | '+', lines: readonly string[] = [], others: readonly string[] = []): DiffLine[] =>
    lines.filter((line) => !others.includes(line)).map((text) => ({ sign, depth: 0, text }));
  return [...only('-', theirs, ours), ...only('+', ours, theirs)].slice(0, MOST_LINES);
}

/** The lines of a text, or the readable parts of other bytes. */
function linesOf(text: string): readonly string[] {
  return text.includes('\0') ? (text.match(/[ -~]{4,}/g) ?? []) : text.split('\n');
}

/** Further lines of texts are left out. */
const MOST_LINES = 60;

function isJson({ isWatch, json, text }: WireExchange): boolean {
  return isWatch || json !== undefined || text === undefined;
}

/** The order of unrelated events differs from run to run. */
function shown(content: unknown): unknown {
  return typeof content === 'object' && content !== null && 'order' in content && 'objects' in content
    ? content.objects
    : content;
}

function headLines(expected: WireExchange, actual: WireExchange): DiffLine[] {
  const head = ({ status, type = '' }: WireExchange): string =>
    status === undefined ? 'no response' : `HTTP ${status} ${type}`.trim();
  const line = (sign: DiffLine['sign'], text: string): DiffLine => ({ sign, depth: 0, text });
  return head(expected) === head(actual)
    ? [line(' ', head(actual))]
    : [line('-', head(expected)), line('+', head(actual))];
}

const SYMBOL = /^<(\d+) (.*)>$/;

/**
 * Names of the case without their beginning, `$ID-ns1/$ID-a` as `ns1/a`, and placeholders of server-chosen values,
 * `<2 .metadata.uid>`, as `(uid that exchange 3 showed)`.
 */
function inWords(value: unknown): unknown {
  if (typeof value === 'string') {
    const [, step, path] = SYMBOL.exec(value) ?? [];
    if (step === undefined || path === undefined) return value.replaceAll('$ID-', '');
    return `(${path.slice(path.lastIndexOf('.') + 1)} that exchange ${Number(step) + 1} showed)`;
  }
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member.replaceAll('$ID-', ''), inWords(inner)]),
  );
}
