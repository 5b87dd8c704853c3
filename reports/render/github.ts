import type { Report } from '../../fixtures/formats/verdict-log.ts';
import { askForReport, brokenPairs } from '../tally/broken-pairs.ts';
import { mostInformative } from '../tally/informative.ts';
import { actualOf } from './actual-of.ts';

/** GitHub shows ten annotations of a kind for each step. */
const SHOWN = 9;

/** What a GitHub job prints to annotate its run: one workflow command a line, an error for each cause of failure and for each stale entry. */
export function annotations(report: Report): string {
  const shown = mostInformative(report, SHOWN);
  const failing = report.rules.filter(({ verdict }) => verdict === 'failed').length;
  const lines = [
    ...shown.map(({ rule, violation }) =>
      command(rule.level === 'must' && rule.verdict === 'failed' ? 'error' : 'warning', rule.id, `${rule.title}\non ${violation.operation}\nexpected ${violation.expected}\nactual ${actualOf(violation)}\n${violation.replay}`),
    ),
    ...[askForReport(brokenPairs(report))].flatMap((request) => (request === undefined ? [] : [command('error', 'broken', request)])),
    ...(report.stale ?? []).slice(0, SHOWN).map((entry) => command('error', 'stale baseline', entry)),
    ...(report.stopped === undefined ? [] : [command('error', 'the run ended early', report.stopped)]),
    command('notice', `plumbline: ${report.verdict}`, `${report.target}: ${report.rules.length} rules, ${failing} failing${failing > shown.length ? `, ${shown.length} shown` : ''}`),
  ];
  return `${lines.join('\n')}\n`;
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
