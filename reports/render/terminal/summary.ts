import { typedCommand } from '../../../shared/process/command-name.ts';
import { shellWord } from '../../../shared/process/shell-word.ts';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../../causes/cause.ts';
import { causesOf } from '../../causes/causes-of.ts';
import { deviationsOf, explained } from '../../tally/accepted.ts';
import { blockedBefore } from '../../tally/blocked-before.ts';
import { askForReport, brokenPairs } from '../../tally/broken-pairs.ts';
import { countsByLevel } from '../../tally/counts.ts';
import { exerciseOf } from '../../tally/exercise.ts';
import { judgeableShare, unsupportedIn } from '../../tally/unsupported.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';
import { seedOf } from '../seed.ts';
import { causeBlock } from './cause-block.ts';
import { legend } from './legend.ts';
import type { Paint } from './paint.ts';

const SHOWN_CAUSES = 5;
const SHOWN_FAULTS = 3;
const SHOWN_LINES = 5;

/**
 * The end of the output: the verdict, the causes of the failures (worst first), known failures and unjudged pairs,
 * then counts for each level. A run that was blocked before anything was judged has one line. `file` is the report or
 * verdict log that shows the other causes.
 */
export function summary(report: Report, paint: Paint, file?: string): string {
  const blocked = blockedBefore(report);
  if (blocked !== undefined) return `${paint.verdict('blocked', paint.bold(`${SIGNS.blocked} blocked`))}  ${blocked}`;
  const causes = causesOf(report);
  const shown = causes.slice(0, SHOWN_CAUSES);
  const parts = [
    headline(report, causes, paint),
    failures(report, causes, paint, file),
    deviations(report, paint),
    stale(report, paint),
    unsupported(report, paint),
    leftovers(report, paint),
    counts(report, paint),
    requestForReport(report, paint),
    paint.dim(legend(shown, report)),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function failures(report: Report, causes: readonly Cause[], paint: Paint, file: string | undefined): string {
  const blocks = causes.slice(0, SHOWN_CAUSES).map((cause) => causeBlock(cause, causes, report.target, paint));
  const more = causes.length - SHOWN_CAUSES;
  const diagnose = [typedCommand('report'), 'diagnose', ...(file === undefined ? [] : [shellWord(file)])].join(' ');
  return [
    ...blocks,
    ...(more > 0 ? [paint.dim(`${counted(more, 'more cause')}: ${diagnose}, or the HTML report`)] : []),
    ...faults(report, paint),
  ].join('\n\n');
}

function faults(report: Report, paint: Paint): string[] {
  return brokenPairs(report)
    .slice(0, SHOWN_FAULTS)
    .map(
      ({ rule, operation, reason }) =>
        `${paint.verdict('broken', `${SIGNS.broken} ${rule}`)} on ${operation}\n  ${reason}`,
    );
}

function requestForReport(report: Report, paint: Paint): string {
  const line = askForReport(brokenPairs(report));
  return line === undefined ? '' : paint.verdict('broken', `${SIGNS.broken} ${line}`);
}

function deviations(report: Report, paint: Paint): string {
  const lines = deviationsOf(report).map(
    (each) =>
      `${paint.verdict('deviation', `${SIGNS.deviation} ${each.rule}`)} on ${each.operation}: ${explained(each)}`,
  );
  return section('known failures, listed in the baseline', lines, paint);
}

function stale(report: Report, paint: Paint): string {
  return section(
    'stale in the baseline',
    (report.stale ?? []).map((line) => paint.verdict('failed', `${SIGNS.failed} ${line}`)),
    paint,
  );
}

function unsupported(report: Report, paint: Paint): string {
  const lines = unsupportedIn(report).map(
    ({ evidence, rules, pairs }) => `${evidence} (${counted(rules, 'rule')}, ${counted(pairs, 'pair')})`,
  );
  return section(`not offered by the target: ${judgeableShare(report)}`, lines, paint);
}

function leftovers(report: Report, paint: Paint): string {
  return section('left behind on the target', report.leftovers, paint);
}

/** A heading and the first of the lines; empty if there are none. */
function section(heading: string, lines: readonly string[], paint: Paint): string {
  if (lines.length === 0) return '';
  const more = lines.length > SHOWN_LINES ? [paint.dim(`  and ${lines.length - SHOWN_LINES} more`)] : [];
  return [paint.bold(heading), ...lines.slice(0, SHOWN_LINES).map((line) => `  ${line}`), ...more].join('\n');
}

function counts(report: Report, paint: Paint): string {
  const levels = countsByLevel(report).map(({ level, rules, verdicts }) => {
    const parts = verdicts.map((count) => paint.verdict(count.verdict, `${count.rules} ${count.verdict}`));
    return `${level.padEnd(6)} ${String(rules).padStart(4)} ${rules === 1 ? 'rule: ' : 'rules:'} ${parts.join(', ')}`;
  });
  return [...levels, ...exercised(report)].join('\n');
}

function exercised(report: Report): string[] {
  const exercise = exerciseOf(report);
  if (exercise === undefined) return [];
  const { clauses, operations, gaps } = exercise;
  const coverage = `${clauses.judged} of ${counted(clauses.of, 'binding clause')}; of ${counted(operations.of, 'tabulated operation')}, ${operations.accepted} accepted a request and ${operations.refused} refused one; ${operations.concurrent} of ${counted(operations.writes, 'write')} ran in parallel`;
  return [`judged ${coverage}${gaps.length === 0 ? '' : `; ${counted(gaps.length, 'gap')}, which the reports list`}`];
}

function headline(report: Report, causes: readonly Cause[], paint: Paint): string {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  const seconds = (report.durationMs / 1000).toFixed(1);
  const verdict = paint.verdict(report.verdict, paint.bold(`${SIGNS[report.verdict]} ${report.verdict}`));
  const shard = report.shard === undefined ? '' : `, shard ${report.shard.index}/${report.shard.of}`;
  const facts = `${counted(cases, 'case')} on ${counted(report.operations.length, 'operation')}, ${counted(report.requests, 'request')}, ${seconds} s, dialect ${report.dialect}, seed ${seedOf(report)}${shard}${report.run === undefined ? '' : `, run ${report.run}`}`;
  const said = [...(report.stopped === undefined ? [] : [report.stopped]), ...(report.notes ?? [])];
  const why =
    causes.length === 0
      ? ''
      : `: ${counted(causes.length, 'cause')}${report.exitCode === 0 ? ' in should-rules, which only --strict counts' : ''}`;
  return [`${verdict}  ${report.target}${why}  (${facts})`, ...said].join('\n');
}
