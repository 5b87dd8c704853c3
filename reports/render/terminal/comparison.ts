import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../../shared/verdict-log/verdict.ts';
import type { Change } from '../../tally/compare.ts';
import { counted } from '../../words/counted.ts';
import { MARKS } from '../marks.ts';
import type { Paint } from './paint.ts';

/** Worst news first. */
const HEADINGS: readonly (readonly [kind: Change['kind'], heading: string])[] = [
  ['worse', 'worse'],
  ['other cause', 'fails otherwise'],
  ['gone', 'gone: not in the later run'],
  ['differs', 'differs'],
  ['appeared', 'appeared: not in the earlier run'],
  ['better', 'better'],
];

/** What changed between two runs, rule by rule: one line for each rule and each way in which it changed, with its operations. */
export function comparison(before: Report, after: Report, changes: readonly Change[], paint: Paint): string {
  const sections = HEADINGS.flatMap(([kind, heading]) => {
    const of = changes.filter((change) => change.kind === kind);
    return of.length === 0 ? [] : [[paint.bold(heading), ...byRule(of, paint)].join('\n')];
  });
  return [...sections, changeLine(before, after, changes, paint)].join('\n\n');
}

/** One line: two runs with their verdicts, and how many pairs of rule and operation changed in which way. */
export function changeLine(before: Report, after: Report, changes: readonly Change[], paint: Paint): string {
  const tally = HEADINGS.map(([kind]) => `${changes.filter((change) => change.kind === kind).length} ${kind}`);
  const news = changes.length === 0 ? 'nothing changed' : tally.join(', ');
  return `${before.target} (${verdict(before.verdict, paint)}) -> ${after.target} (${verdict(after.verdict, paint)}): ${news}`;
}

/** Rules whose operations all changed alike take one line. */
function byRule(changes: readonly Change[], paint: Paint): string[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.rule}\n${change.before ?? ''}\n${change.after ?? ''}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [change]);
    else known.push(change);
  }
  return [...groups.values()].map((group) => {
    const [{ rule, operation, before, after }] = group as [Change, ...Change[]];
    const where = group.length === 1 ? operation : `${counted(group.length, 'operation')}, among them ${operation}`;
    return `  ${rule}: ${verdict(before, paint)} -> ${verdict(after, paint)} on ${where}`;
  });
}

function verdict(of: Verdict | undefined, paint: Paint): string {
  return of === undefined ? 'not there' : paint.verdict(of, `${MARKS[of]} ${of}`);
}
