import type { Report, ReportedRule } from '../../fixtures/formats/verdict-log.ts';
import type { Verdict } from '../../fixtures/formats/verdict.ts';
import type { Cause } from '../causes/cause.ts';
import { causesOf } from '../causes/causes-of.ts';
import { deviationsOf, explained } from '../tally/accepted.ts';
import { askForReport, brokenPairs } from '../tally/broken-pairs.ts';
import { blockedBefore } from '../tally/blocked-before.ts';
import { countsByLevel } from '../tally/counts.ts';
import { exerciseOf } from '../tally/exercise.ts';
import { judgeableShare, unsupportedIn } from '../tally/unsupported.ts';
import { actualOf } from './actual-of.ts';
import { placeOf, shareOf, titleOf } from './cause-text.ts';
import { counted } from './counted.ts';
import { MARKS } from './marks.ts';

/** So many causes are shown with their evidence; their rules are rows of a table. */
const SHOWN = 20;
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

/** The report as GitHub-flavoured Markdown: for a job summary, a pull request or a wiki. */
export function markdown(report: Report): string {
  if (blockedBefore(report) !== undefined) return `${head(report)}\n`;
  const parts = [
    head(report),
    levels(report),
    stale(report),
    failures(report),
    broken(report),
    deviations(report),
    unsupported(report),
    exercised(report),
    leftovers(report),
    rules(report),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function head(report: Report): string {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  const shard = report.shard === undefined ? '' : ` · shard ${report.shard.index}/${report.shard.of}`;
  const facts = `${counted(report.rules.length, 'rule')} · ${counted(cases, 'case')} · ${counted(report.operations.length, 'operation')} · ${counted(report.requests, 'request')} · ${(report.durationMs / 1000).toFixed(1)} s · dialect ${report.dialect}${shard}`;
  const said = [...(report.stopped === undefined ? [] : [report.stopped]), ...(report.notes ?? [])]
    .map((each) => `\n\n> ${line(each)}`)
    .join('');
  return `# ${MARKS[report.verdict]} ${report.verdict}: ${text(report.target)}\n\n${facts}\n\n${code(report.command)}${said}`;
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

function failures(report: Report): string {
  const causes = causesOf(report);
  if (causes.length === 0) return '';
  return ['## Causes', ...causes.slice(0, SHOWN).map((cause) => causeSection(cause, causes))].join('\n\n');
}

function causeSection(cause: Cause, all: readonly Cause[]): string {
  const {
    rule,
    violations: [violation],
    fingerprint,
  } = cause.lead;
  const [clause] = rule.clauses;
  const others = [...new Set(cause.failures.map((failure) => failure.rule.id))].filter((id) => id !== rule.id);
  const lines = [
    `### ${all.indexOf(cause) + 1}. ${text(titleOf(cause))}`,
    [
      `- impact ${cause.impact}; ${shareOf(cause, all)}`,
      `- rule ${code(rule.id)} (${rule.level}): ${text(rule.title)}`,
      `- on ${code(placeOf(cause))}`,
      ...(clause === undefined ? [] : [`- clause ${code(clause.id)}: ${text(clause.statement)}`]),
      `- expected ${text(violation.expected)}`,
      `- actual ${text(actualOf(violation))}`,
      `- fingerprint ${code(fingerprint)}`,
      ...(others.length === 0 ? [] : [`- breaks also ${others.map(code).join(', ')}`]),
    ].join('\n'),
    fenced(violation.replay, 'sh'),
  ];
  if (violation.timeline !== undefined) lines.push(fenced(violation.timeline.join('\n'), ''));
  return lines.join('\n\n');
}

function broken(report: Report): string {
  const pairs = brokenPairs(report);
  const request = askForReport(pairs);
  if (request === undefined) return '';
  return `## Broken\n\n${request}\n\n${table(
    ['rule', 'operation', 'reason'],
    pairs.map((each) => [code(each.rule), code(each.operation), text(each.reason)]),
  )}`;
}

function deviations(report: Report): string {
  const rows = deviationsOf(report).map((each) => [code(each.rule), code(each.operation), text(explained(each))]);
  return rows.length === 0 ? '' : `## Known failures\n\n${table(['rule', 'operation', 'reason'], rows)}`;
}

function stale(report: Report): string {
  return listed('Stale in the baseline', report.stale ?? []);
}

function unsupported(report: Report): string {
  const rows = unsupportedIn(report).map(({ evidence, rules: count, pairs }) => [
    text(evidence),
    String(count),
    String(pairs),
  ]);
  return rows.length === 0
    ? ''
    : `## Not offered by the target\n\n${judgeableShare(report)}.\n\n${table(['evidence', 'rules', 'pairs'], rows)}`;
}

function exercised(report: Report): string {
  const exercise = exerciseOf(report);
  if (exercise === undefined) return '';
  const { clauses, operations, gaps } = exercise;
  const rows = [
    ['binding clauses judged', `${clauses.judged} of ${clauses.of}`],
    ['tabulated operations accepted', `${operations.accepted} of ${operations.of}`],
    ['tabulated operations refused', `${operations.refused} of ${operations.of}`],
    ['tabulated writes sent beside another write', `${operations.concurrent} of ${operations.writes}`],
  ];
  const more = gaps.length === 0 ? '' : `\n\nNot exercised:\n\n${gaps.map((gap) => `- ${text(gap)}`).join('\n')}`;
  return `## Really exercised\n\n${table(['what', 'how many'], rows)}${more}`;
}

function leftovers(report: Report): string {
  return listed('Left behind on the target', report.leftovers);
}

function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${heading}\n\n${lines.map((each) => `- ${text(each)}`).join('\n')}`;
}

function rules(report: Report): string {
  const rows = report.rules.map((rule: ReportedRule) => [
    MARKS[rule.verdict],
    code(rule.id),
    rule.level,
    rule.verdict,
    String(rule.cases),
    String(rule.shapes),
    String(rule.operations.length),
  ]);
  return `<details><summary>All rules</summary>\n\n${table(['', 'rule', 'level', 'verdict', 'cases', 'shapes', 'operations'], rows)}\n\n</details>`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** Text of others, with nothing in it that Markdown or HTML would take for markup, in one line that fits in a table. */
function text(content: string): string {
  return line(content).replaceAll(/[\\`*_{}[\]<>|#~&]/g, String.raw`\$&`);
}

/** A code span; the fence is longer than any run of backticks in it. */
function code(content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line(content).replaceAll('|', String.raw`\|`)}${pad}${fence}`;
}

function fenced(content: string, language: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

function line(content: string): string {
  return content.replaceAll(/\s+/g, ' ');
}
