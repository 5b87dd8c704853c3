import type { Report, ReportedRule, Violation } from '../../shared/verdict-log/verdict-log.ts';
import { EXIT } from '../../shared/verdict-log/verdict.ts';
import type { Cause } from '../causes/cause.ts';
import { causesOf } from '../causes/causes-of.ts';
import { askForReport, brokenPairs } from '../tally/broken-pairs.ts';
import { actualOf } from '../words/actual-of.ts';
import { again } from '../script/again.ts';
import { HARM } from '../../shared/verdict-log/impact.ts';
import { placeOf, shareOf, titleOf } from '../words/cause-text.ts';
import { clauseOf } from '../words/clause-of.ts';
import { expectedOf } from '../words/expected-of.ts';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The report as SARIF 2.1.0, for code scanning: a rule for each judged clause, a result for each cause. */
export function sarif(report: Report): string {
  const causes = causesOf(report);
  const clauses = clausesOf(report.rules);
  const run = {
    tool: { driver: driverOf(report, clauses) },
    automationDetails: { id: `plumbline/${report.dialect}/` },
    columnKind: 'utf16CodeUnits',
    invocations: [invocationOf(report)],
    results: causes.map((cause) => resultOf(cause, causes, report.target, [...clauses.keys()])),
    properties: { target: report.target, dialect: report.dialect, seed: report.seed, verdict: report.verdict },
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

/** A clause, and the rules that cite it. */
interface JudgedClause {
  readonly section: string;
  readonly statement: string;
  readonly rules: ReportedRule[];
}

/** By the id of the clause; a rule without clauses is listed under its own id. */
function clausesOf(rules: readonly ReportedRule[]): ReadonlyMap<string, JudgedClause> {
  const clauses = new Map<string, JudgedClause>();
  for (const rule of rules)
    for (const { id, section, statement } of citedBy(rule)) {
      const known = clauses.get(id) ?? { section, statement, rules: [] };
      known.rules.push(rule);
      clauses.set(id, known);
    }
  return clauses;
}

function citedBy({ id, title, family, clauses }: ReportedRule): ReportedRule['clauses'] {
  return clauses.length === 0 ? [{ id, section: family, statement: title }] : clauses;
}

function driverOf({ plumbline = 'unknown' }: Report, clauses: ReadonlyMap<string, JudgedClause>): object {
  return {
    name: 'Plumbline',
    version: plumbline,
    rules: [...clauses].map(([id, { section, statement, rules }]) => ({
      id,
      shortDescription: { text: statement },
      fullDescription: { text: `${section}: ${statement}` },
      help: {
        text: `${statement}\n\nJudged by:\n${rules.map((rule) => `- ${rule.id} (${rule.level}): ${rule.title}`).join('\n')}`,
        markdown: `${statement}\n\nJudged by:\n\n${rules.map((rule) => `- \`${rule.id}\` (${rule.level}): ${rule.title}`).join('\n')}`,
      },
    })),
  };
}

function resultOf(cause: Cause, all: readonly Cause[], target: string, ids: readonly string[]): object {
  const {
    rule,
    fingerprint,
    violations: [violation],
  } = cause.lead;
  const ruleId = clauseOf(rule, violation)?.id ?? rule.id;
  const isError = rule.level === 'must' && rule.verdict === 'failed';
  return {
    ruleId,
    ruleIndex: ids.indexOf(ruleId),
    level: isError ? 'error' : 'warning',
    message: { text: messageOf(cause, all, target) },
    locations: [locationOf(cause)],
    partialFingerprints: { 'plumblineCause/v1': `${rule.id}:${fingerprint}` },
    ...webOf(violation),
    properties: { impact: cause.impact, rule: rule.id, replay: violation.replay },
  };
}

function messageOf(cause: Cause, all: readonly Cause[], target: string): string {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const [name, command] = again(cause, target);
  return [
    titleOf(cause),
    `Impact ${cause.impact}: ${HARM[cause.impact]}; ${shareOf(cause, all)}.`,
    `Rule ${rule.id} (${rule.level}) on ${placeOf(cause)}.`,
    `Expected: ${expectedOf(violation)}`,
    `Actual: ${actualOf(violation)}`,
    `${name === 'script' ? 'Script' : 'Again'}: ${command}`,
  ].join('\n');
}

/**
 * A server has no source files: the logical location is the operation, and the file is the saved case that shows the
 * cause.
 */
function locationOf({ lead }: Cause): object {
  const [{ operation, saved }] = lead.violations;
  const logicalLocations = [{ fullyQualifiedName: operation, kind: 'resource' }];
  if (saved === undefined) return { logicalLocations };
  const uri = encodeURI(saved.replaceAll('\\', '/'));
  return { physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } }, logicalLocations };
}

/** The request at issue and the head of its response. */
function webOf({ transcript, exchanges = [] }: Violation): object {
  const lines = transcript.filter(({ exchange }) => exchange === exchanges[0]);
  const request = lines.find((line) => line.kind === 'request');
  const response = lines.find((line) => line.kind === 'response');
  return {
    ...(request === undefined ? {} : { webRequest: { method: request.method, target: request.target } }),
    ...(response === undefined ? {} : { webResponse: { statusCode: response.status } }),
  };
}

function invocationOf(report: Report): object {
  const { command, startedAt, durationMs, exitCode, stopped, stale = [], notes = [] } = report;
  const request = askForReport(brokenPairs(report));
  const notifications = [
    ...[stopped, request].flatMap((text) => (text === undefined ? [] : [{ level: 'error', message: { text } }])),
    ...stale.map((text) => ({ level: 'error', message: { text: `stale in the baseline: ${text}` } })),
    ...notes.map((text) => ({ level: 'note', message: { text } })),
  ];
  return {
    commandLine: command,
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    exitCode,
    executionSuccessful: exitCode === EXIT.conformant || exitCode === EXIT.failed || exitCode === EXIT.inconclusive,
    ...(notifications.length === 0 ? {} : { toolExecutionNotifications: notifications }),
  };
}
