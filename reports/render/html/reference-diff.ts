import type { Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { type DiffLine, diffLines } from '../../../shared/page/json-diff.ts';
import { aligned, comparable } from '../../script/comparable.ts';
import { wireCase, type WireExchange } from '../../script/wire-case.ts';
import type { DiffOf } from './exchange-list.ts';

/**
 * Compares the responses of a case with those of the reference server. Races are not compared, because they may
 * legally differ.
 */
export function referenceDiff({ transcript, reference, timeline, intermittent }: Violation): DiffOf {
  if (reference === undefined || timeline !== undefined || intermittent !== undefined) return () => undefined;
  const [ours, theirs] = [wireCase(transcript), wireCase(reference)];
  const pairs = aligned(ours, theirs);
  const [partners, numbers] = [new Map(pairs), new Map(pairs.map(([step, other]) => [other, step]))];
  const [here, there] = [comparable(ours), comparable(theirs, (step) => numbers.get(step) ?? step)];
  return ({ number }) => {
    const actual = ours[number - 1];
    const expected = theirs[partners.get(number - 1) ?? -1];
    if (actual === undefined || expected === undefined) return undefined;
    return [
      ...headLines(expected, actual),
      ...diffLines(inWords(there.value(contentOf(expected))), inWords(here.value(contentOf(actual)))),
    ];
  };
}

function contentOf({ isWatch, json, events }: WireExchange): unknown {
  return isWatch ? events.map((event) => event.json) : json;
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

/** Placeholders of server-chosen values, `<2 .metadata.uid>`, as `(uid that exchange 3 showed)`. */
function inWords(value: unknown): unknown {
  if (typeof value === 'string') {
    const [, step, path] = SYMBOL.exec(value) ?? [];
    if (step === undefined || path === undefined) return value;
    return `(${path.slice(path.lastIndexOf('.') + 1)} that exchange ${Number(step) + 1} showed)`;
  }
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, inWords(inner)]));
}
