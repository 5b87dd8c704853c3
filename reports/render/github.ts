import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../causes/cause.ts';
import { causesOf } from '../causes/causes-of.ts';
import { askForReport, brokenPairs } from '../tally/broken-pairs.ts';
import { actualOf } from '../words/actual-of.ts';
import { HARM } from '../../shared/verdict-log/impact.ts';
import { placeOf, shareOf, titleOf } from '../words/cause-text.ts';
import { counted } from '../../shared/counted.ts';
import { expectedOf } from '../words/expected-of.ts';
import { again } from '../script/again.ts';

/** GitHub shows ten annotations of a kind for each step. */
const SHOWN = 9;

/**
 * The workflow commands that annotate a GitHub job, one a line: an error for each cause of failure and for each
 * stale entry.
 */
export function annotations(report: Report): string {
  const causes = causesOf(report);
  const failing = report.rules.filter(({ verdict }) => verdict === 'failed').length;
  const lines = [
    ...causes.slice(0, SHOWN).map((cause) => annotation(cause, causes, report.target)),
    ...[askForReport(brokenPairs(report))].flatMap((request) =>
      request === undefined ? [] : [command('error', 'broken', request)],
    ),
    ...(report.stale ?? []).slice(0, SHOWN).map((entry) => command('error', 'stale baseline', entry)),
    ...(report.stopped === undefined ? [] : [command('error', 'the run ended early', report.stopped)]),
    command(
      'notice',
      `plumbline: ${report.verdict}`,
      `${report.target}: ${counted(report.rules.length, 'rule')}, ${failing} failing by ${counted(causes.length, 'cause')}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function annotation(cause: Cause, all: readonly Cause[], target: string): string {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const level = rule.level === 'must' && rule.verdict === 'failed' ? 'error' : 'warning';
  const lines = [
    `impact ${cause.impact}: ${HARM[cause.impact]}; ${shareOf(cause, all)}`,
    `rule ${rule.id} (${rule.level})`,
    `expected ${expectedOf(violation)}`,
    `actual ${actualOf(violation)}`,
    `where ${placeOf(cause)}`,
    again(cause, target).join(' '),
  ];
  const title = `cause ${all.indexOf(cause) + 1} of ${all.length}: ${titleOf(cause)}`;
  return command(level, title, lines.join('\n'));
}

function command(level: 'error' | 'warning' | 'notice', title: string, message: string): string {
  return `::${level} title=${escapeProperty(title)}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
