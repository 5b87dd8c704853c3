import type { Report } from '../../../fixtures/formats/verdict-log.ts';
import { countsByLevel } from '../../tally/counts.ts';
import { mostInformative } from '../../tally/informative.ts';
import { failureBlock } from './failure-block.ts';
import type { Paint } from './paint.ts';
import { MARKS } from '../marks.ts';

const SHOWN_FAILURES = 3;
const SHOWN_LEFTOVERS = 5;

/** What a person reads last: the failures that tell most, then counts for each level, then the verdict. */
export function summary(report: Report, paint: Paint): string {
  return [failures(report, paint), leftovers(report, paint), counts(report, paint), headline(report, paint)].filter((part) => part !== '').join('\n\n');
}

function failures(report: Report, paint: Paint): string {
  const shown = mostInformative(report, SHOWN_FAILURES);
  const failing = report.rules.filter(({ violations }) => violations.length > 0).length;
  const blocks = shown.map((each) => failureBlock(each, paint));
  if (failing > shown.length) blocks.push(paint.dim(`${failing - shown.length} more rules fail: see the HTML report`));
  return [...blocks, ...faults(report, paint)].join('\n\n');
}

/** Our own faults carry no violation, only a reason. */
function faults(report: Report, paint: Paint): string[] {
  const broken = report.rules.flatMap((rule) => rule.operations.filter(({ verdict }) => verdict === 'broken').map(({ operation, reason }) => ({ rule, operation, reason })));
  return broken.slice(0, SHOWN_FAILURES).map(({ rule, operation, reason }) => `${paint.verdict('broken', `${MARKS.broken} ${rule.id}`)} on ${operation}\n  ${reason ?? ''}`);
}

function leftovers(report: Report, paint: Paint): string {
  if (report.leftovers.length === 0) return '';
  const more = report.leftovers.length > SHOWN_LEFTOVERS ? [`  and ${report.leftovers.length - SHOWN_LEFTOVERS} more`] : [];
  const lines = report.leftovers.slice(0, SHOWN_LEFTOVERS).map((line) => `  ${line}`);
  return [paint.bold('left behind on the target'), ...lines, ...more].join('\n');
}

function counts(report: Report, paint: Paint): string {
  return countsByLevel(report)
    .map(({ level, rules, verdicts }) => {
      const parts = verdicts.map((count) => paint.verdict(count.verdict, `${count.rules} ${count.verdict}`));
      return `${level.padEnd(6)} ${String(rules).padStart(4)} rules: ${parts.join(', ')}`;
    })
    .join('\n');
}

function headline(report: Report, paint: Paint): string {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  const seconds = (report.durationMs / 1000).toFixed(1);
  const verdict = paint.verdict(report.verdict, paint.bold(`${MARKS[report.verdict]} ${report.verdict}`));
  const facts = `${cases} cases on ${report.operations.length} operations, ${report.requests} requests, ${seconds} s, dialect ${report.dialect}, seed ${report.seed}`;
  const stopped = report.stopped === undefined ? '' : `\n${report.stopped}`;
  return `${verdict}  ${report.target}  (${facts})${stopped}`;
}
