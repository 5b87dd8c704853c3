import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { type Verdict, VERDICTS } from '../../shared/verdict-log/verdict.ts';
import type { Cause } from '../causes/cause.ts';
import { causesOf } from '../causes/causes-of.ts';
import { deviationsOf, explained } from '../tally/accepted.ts';
import { askForReport, brokenPairs } from '../tally/broken-pairs.ts';
import { blockedBefore } from '../tally/blocked-before.ts';
import { countsByLevel } from '../tally/counts.ts';
import { exerciseOf } from '../tally/exercise.ts';
import { judgeableShare, unsupportedIn } from '../tally/unsupported.ts';
import { actualOf } from '../words/actual-of.ts';
import { placeOf, shareOf, titleOf } from '../words/cause-text.ts';
import { clauseOf } from '../words/clause-of.ts';
import { counted } from '../../shared/counted.ts';
import { expectedOf } from '../words/expected-of.ts';
import { isRecorded } from '../words/proof-words.ts';
import { again } from '../script/again.ts';
import { code, fenced, line, table, text } from './markdown-text.ts';
import { SIGNS } from './verdict-signs.ts';

/** The most causes with evidence, each with a table of its rules. */
const SHOWN = 20;
/** The most causes in the list at the top, and the most lines under a heading. */
const LISTED = 5;
const SHOWN_LINES = 3;
/** Columns of the table of levels, worst verdict first. */
const COLUMNS: readonly Verdict[] = [
  'broken',
  'failed',
  'inconclusive',
  'blocked',
  'deviation',
  'passed',
  'informational',
  'unsupported',
  'skipped',
];

/**
 * The report as GitHub-flavoured Markdown, for a job summary, a pull request or a wiki: one screen with the causes
 * first, and everything else collapsed.
 */
export function markdown(report: Report): string {
  if (blockedBefore(report) !== undefined) return `${head(report)}\n`;
  const causes = causesOf(report);
  const parts = [
    head(report),
    causeList(causes),
    listed('Stale in the baseline', report.stale ?? []),
    listed('Left behind on the target', report.leftovers),
    levels(report),
    folded('Evidence of each cause', evidence(causes, report.target)),
    broken(report),
    deviations(report),
    unsupported(report),
    exercised(report),
  ].filter((part) => part !== '');
  const all = `${parts.join('\n\n')}\n\n`;
  return all.length > MOST_CHARACTERS ? cutDown(all) : `${all}${rules(report, MOST_CHARACTERS - all.length)}\n`;
}

/** A comment of GitHub takes 65,536 characters. */
const MOST_CHARACTERS = 60_000;

/** Drops parts from the first one on that does not fit; collapsed parts are last. */
function cutDown(all: string): string {
  const end = all.lastIndexOf('\n\n<details>', MOST_CHARACTERS);
  return `${all.slice(0, end)}\n\nThe HTML report has the rest.\n`;
}

function folded(summary: string, content: string): string {
  return content === '' ? '' : `<details><summary>${summary}</summary>\n\n${content}\n\n</details>`;
}

function head(report: Report): string {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  const shard = report.shard === undefined ? '' : ` · shard ${report.shard.index}/${report.shard.of}`;
  const facts = `${counted(report.rules.length, 'rule')} · ${counted(cases, 'case')} · ${counted(report.operations.length, 'operation')} · ${counted(report.requests, 'request')} · ${(report.durationMs / 1000).toFixed(1)} s · dialect ${report.dialect}${shard}`;
  const said = [...(report.stopped === undefined ? [] : [report.stopped]), ...(report.notes ?? [])]
    .map((each) => `\n\n> ${line(each)}`)
    .join('');
  return `# ${SIGNS[report.verdict]} ${report.verdict}: ${text(report.target)}\n\n${facts}\n\n${code(report.command)}${said}`;
}

function causeList(causes: readonly Cause[]): string {
  if (causes.length === 0) return '';
  const items = causes.slice(0, LISTED).map((cause, index) => causeItem(cause, index, causes));
  const more = causes.length > LISTED ? `\n\nand ${counted(causes.length - LISTED, 'more cause')}, folded below` : '';
  return `## ${counted(causes.length, 'cause')}\n\n${items.join('\n')}${more}`;
}

function causeItem(cause: Cause, index: number, all: readonly Cause[]): string {
  const [violation] = cause.lead.violations;
  return [
    `${index + 1}. **${text(titleOf(cause))}**<br>impact ${cause.impact}; ${shareOf(cause, all)}; ${placeOf(cause, code)}<br>`,
    `   expected ${text(expectedOf(violation))}; actual ${text(actualOf(violation))}`,
  ].join('\n');
}

function levels(report: Report): string {
  const counts = countsByLevel(report);
  const columns = COLUMNS.filter((verdict) =>
    counts.some(({ verdicts }) => verdicts.some((count) => count.verdict === verdict)),
  );
  const rows = counts.map(({ level, rules, verdicts }) => [
    level,
    String(rules),
    ...columns.map((verdict) => String(verdicts.find((count) => count.verdict === verdict)?.rules ?? '')),
  ]);
  return table(['level', 'rules', ...columns], rows);
}

function evidence(causes: readonly Cause[], target: string): string {
  return causes
    .slice(0, SHOWN)
    .map((cause) => causeSection(cause, causes, target))
    .join('\n\n');
}

function causeSection(cause: Cause, all: readonly Cause[], target: string): string {
  const {
    rule,
    violations: [violation],
    fingerprint,
  } = cause.lead;
  const clause = clauseOf(rule, violation);
  const others = [...new Set(cause.failures.map((failure) => failure.rule.id))].filter((id) => id !== rule.id);
  const lines = [
    `### ${all.indexOf(cause) + 1}. ${text(titleOf(cause))}`,
    [
      `- impact ${cause.impact}; ${shareOf(cause, all)}`,
      `- rule ${code(rule.id)} (${rule.level}): ${text(rule.title)}`,
      `- on ${placeOf(cause, code)}`,
      ...(clause === undefined ? [] : [`- clause ${code(clause.id)}: ${text(clause.statement)}`]),
      `- expected ${text(expectedOf(violation))}`,
      `- actual ${text(actualOf(violation))}`,
      ...(isRecorded(violation) ? [] : [`- in a baseline ${code(`fingerprint: ${fingerprint}`)}`]),
      ...(others.length === 0 ? [] : [`- breaks also ${others.map(code).join(', ')}`]),
    ].join('\n'),
    fenced(again(cause, target)[1], 'sh'),
  ];
  if (violation.timeline !== undefined) lines.push(fenced(violation.timeline.join('\n'), ''));
  return lines.join('\n\n');
}

function broken(report: Report): string {
  const pairs = brokenPairs(report);
  const request = askForReport(pairs);
  if (request === undefined) return '';
  const rows = pairs.map((each) => [code(each.rule), code(each.operation), text(each.reason)]);
  return `## Broken\n\n${request}\n\n${folded('Broken pairs', table(['rule', 'operation', 'reason'], rows))}`;
}

function deviations(report: Report): string {
  const rows = deviationsOf(report).map((each) => [code(each.rule), code(each.operation), text(explained(each))]);
  return rows.length === 0
    ? ''
    : folded(`Known failures (${rows.length})`, table(['rule', 'operation', 'reason'], rows));
}

function unsupported(report: Report): string {
  const rows = unsupportedIn(report).map(({ evidence: why, rules: count, pairs }) => [
    text(why),
    String(count),
    String(pairs),
  ]);
  return rows.length === 0
    ? ''
    : folded(
        'Not offered by the target',
        `${judgeableShare(report)}.\n\n${table(['evidence', 'rules', 'pairs'], rows)}`,
      );
}

function exercised(report: Report): string {
  const exercise = exerciseOf(report);
  if (exercise === undefined) return '';
  const { clauses, operations, gaps } = exercise;
  const rows = [
    ['statements of the document judged', `${clauses.judged} of ${clauses.of}`],
    ['operations of the document that accepted a request', `${operations.accepted} of ${operations.of}`],
    ['operations of the document that refused a request', `${operations.refused} of ${operations.of}`],
    ['writes of the document sent beside another write', `${operations.concurrent} of ${operations.writes}`],
  ];
  const more = gaps.length === 0 ? '' : `\n\nNot exercised:\n\n${gaps.map((gap) => `- ${text(gap)}`).join('\n')}`;
  return folded('How much the run exercised', `${table(['what', 'how many'], rows)}${more}`);
}

/** A heading and the first of the lines. */
function listed(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length > SHOWN_LINES ? `\n- and ${lines.length - SHOWN_LINES} more` : '';
  const shown = lines.slice(0, SHOWN_LINES).map((each) => `- ${text(each)}`);
  return `## ${heading}\n\n${shown.join('\n')}${more}`;
}

/** As many rules as fit, the worst first. */
function rules(report: Report, room: number): string {
  const ordered = report.rules.toSorted((a, b) => VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict));
  const rows = ordered.map((rule) => [
    SIGNS[rule.verdict],
    code(rule.id),
    rule.level,
    rule.verdict,
    String(rule.cases),
    String(rule.operations.length),
  ]);
  let left = room - 400;
  const shown = rows.filter((row) => (left -= row.join(' | ').length + 6) > 0);
  const more = shown.length === rows.length ? '' : `\n\nand ${rows.length - shown.length} more`;
  return folded('All rules', `${table(['', 'rule', 'level', 'verdict', 'cases', 'operations'], shown)}${more}`);
}
