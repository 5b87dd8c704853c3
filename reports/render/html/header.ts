import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { codeBlock } from '../../../shared/page/code-block.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import type { Cause } from '../../causes/cause.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';
import { seedOf } from '../seed.ts';

/** The verdict as a sentence, the server, the figures of the run, and the command that repeats it. */
export function header(report: Report, causes: readonly Cause[]): Markup {
  const said = [...(report.stopped === undefined ? [] : [report.stopped]), ...(report.notes ?? [])];
  return markup`<header class="top ${report.verdict}"><div class="wrap">
<p class="brand"><b>Plumbline</b> conformance report</p>
<div class="headline"><span class="seal" aria-hidden="true">${SIGNS[report.verdict]}</span><div>
<h1>${headline(report, causes)}</h1><p class="target"><span class="verdict">${report.verdict}</span> <code>${report.target}</code></p></div></div>
${said.map((line) => markup`<p class="notice">${line}</p>`)}
<dl class="figures">${figures(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<details class="run"><summary>How this run was made</summary>${facts(report)}${codeBlock('The command of this run', report.command)}</details>
</div></header>`;
}

function headline(report: Report, causes: readonly Cause[]): string {
  const failed = new Set(causes.flatMap(({ failures }) => failures.map(({ rule }) => rule.id))).size;
  if (failed > 0)
    return `${counted(failed, 'rule')} failed, for ${counted(causes.length, 'cause').replace(/^1 cause/, 'one cause')}`;
  const { verdict } = report;
  const passed = report.rules.filter((rule) => rule.verdict === 'passed').length;
  if (verdict === 'passed') return `The server kept ${passed === 1 ? 'the rule' : `all ${passed} rules`} that applied`;
  if (verdict === 'deviation') return 'The server fails only where the baseline accepts it';
  if (verdict === 'blocked') return 'The rules could not be judged';
  if (verdict === 'broken') return 'Plumbline itself failed';
  return `${counted(passed, 'rule')} passed, but the run proves less than it should`;
}

function figures(report: Report): (readonly [string, string])[] {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  return [
    ['rules', number(report.rules.length)],
    ['operations', number(report.operations.length)],
    // A recording has no cases of its own: the rules are held against each place where they apply.
    [report.run === undefined && report.seedSource === undefined ? 'places judged' : 'test cases', number(cases)],
    ['requests', number(report.requests)],
    ['run time', `${(report.durationMs / 1000).toFixed(1)} s`],
  ];
}

function facts(report: Report): Markup {
  const rows: readonly (readonly [string, string])[] = [
    ['started', report.startedAt],
    ['dialect', report.dialect],
    ['seed', seedOf(report)],
    ...(report.shard === undefined ? [] : [['shard', `${report.shard.index} of ${report.shard.of}`] as const]),
    ...(report.run === undefined ? [] : [['name of the run', report.run] as const]),
    ...(report.baseline === undefined ? [] : [['baseline', report.baseline.file] as const]),
  ];
  return markup`<dl class="facts">${rows.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** `44070` as `44,070`. */
function number(value: number): string {
  return value.toLocaleString('en-US');
}
