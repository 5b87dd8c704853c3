import { groupBy } from '../../../shared/group-by.ts';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import type { VerdictChange } from '../../tally/compare.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';
import type { Paint } from './paint.ts';

/** The worst changes first, with the heading of a section and the words beside a number. */
const HEADINGS: readonly (readonly [kind: VerdictChange['kind'], heading: string, words: string])[] = [
  ['worse', 'worse', 'worse'],
  ['other cause', 'fails for another cause', 'failing for another cause'],
  ['gone', 'only in the earlier run', 'only in the earlier run'],
  ['differs', 'differs', 'different'],
  ['appeared', 'only in the later run', 'only in the later run'],
  ['better', 'better', 'better'],
];

/** The changes between two runs, rule by rule: one line for each rule and each kind of change, with its operations. */
export function comparison(before: Report, after: Report, changes: readonly VerdictChange[], paint: Paint): string {
  const sections = HEADINGS.flatMap(([kind, heading]) => {
    const of = changes.filter((change) => change.kind === kind);
    if (of.length === 0) return [];
    const lines = UNJUDGED.has(kind) ? byVerdict(of, paint) : byRule(of, paint);
    return [[paint.bold(heading), ...lines].join('\n')];
  });
  return [...sections, changeLine(before, after, changes, paint)].join('\n\n');
}

/** One line: two runs with their verdicts, and the number of changed pairs of rule and operation by kind of change. */
export function changeLine(before: Report, after: Report, changes: readonly VerdictChange[], paint: Paint): string {
  const tally = HEADINGS.flatMap(([kind, , words]) => {
    const { length } = changes.filter((change) => change.kind === kind);
    return length === 0 ? [] : [`${length} ${words}`];
  });
  const news = changes.length === 0 ? 'nothing changed' : `${tally.join(', ')} (pairs of rule and operation)`;
  return `${before.target} (${verdict(before.verdict, paint)}) -> ${after.target} (${verdict(after.verdict, paint)}): ${news}`;
}

/** Changes for which one run has no verdict: a hundred lines of `not there -> passed` would hide the failures. */
const UNJUDGED: ReadonlySet<VerdictChange['kind']> = new Set(['gone', 'appeared']);

/** One line for each verdict. */
function byVerdict(changes: readonly VerdictChange[], paint: Paint): string[] {
  const verdictOf = ({ before, after }: VerdictChange): Verdict | undefined => before ?? after;
  return [...new Set(changes.map(verdictOf))].map((of) => {
    const alike = changes.filter((change) => verdictOf(change) === of);
    const rules = new Set(alike.map(({ rule }) => rule)).size;
    return `  ${verdict(of, paint)}: ${counted(alike.length, 'pair')} of ${counted(rules, 'rule')}`;
  });
}

/** Rules with the same change on all operations take one line. */
function byRule(changes: readonly VerdictChange[], paint: Paint): string[] {
  const groups = groupBy(changes, ({ rule, before = '', after = '' }) => `${rule}\n${before}\n${after}`);
  return [...groups.values()].map((group) => {
    const [{ rule, operation, before, after }] = group;
    const where = group.length === 1 ? operation : `${counted(group.length, 'operation')}, among them ${operation}`;
    return `  ${rule}: ${verdict(before, paint)} -> ${verdict(after, paint)} on ${where}`;
  });
}

function verdict(of: Verdict | undefined, paint: Paint): string {
  return of === undefined ? 'not there' : paint.verdict(of, `${SIGNS[of]} ${of}`);
}
