import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { type Verdict, VERDICTS } from '../../../shared/verdict-log/verdict.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { minuteOf, reportNames } from '../../tally/report-names.ts';
import { SIGNS } from '../verdict-signs.ts';

/**
 * Each report with its counts of rules by verdict, as a bar and in numbers. The matrix uses the numbers of reports
 * as column heads.
 */
export function comparedReports(reports: readonly Report[]): Markup {
  const names = reportNames(reports);
  const verdicts = VERDICTS.toReversed().filter((verdict) => reports.some((report) => count(report, verdict) > 0));
  return markup`<section aria-labelledby="reports"><h2 id="reports">Reports</h2>
<div class="levels">${reports.map((report, index) => bar(report, `${index + 1}`, names[index] ?? ''))}</div>
<div class="scroll table-box" tabindex="0" role="group" aria-label="counts of each report"><table class="plain numbers"><thead><tr><th scope="col">report</th>${verdicts.map(verdictHead)}
${['started', 'run time', 'requests', 'dialect', 'seed', 'Plumbline'].map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${reports.map((report, index) => row(report, index + 1, verdicts))}</tbody></table></div></section>`;
}

function bar(report: Report, number: string, name: string): Markup {
  const counts = VERDICTS.toReversed().flatMap((verdict) => {
    const rules = count(report, verdict);
    return rules === 0 ? [] : [{ verdict, rules }];
  });
  const spoken = counts.map(({ verdict, rules }) => `${rules} ${verdict}`).join(', ');
  return markup`<div class="level"><p><b>${number}</b> ${name}</p><div class="bar" role="img" aria-label="${`${name}: ${spoken}`}">${counts.map(
    ({ verdict, rules }) =>
      markup`<span class="${verdict}" style="flex-grow:${rules}" title="${`${rules} ${verdict}`}"></span>`,
  )}</div><p class="count">${count(report, 'failed')} failed</p></div>`;
}

function verdictHead(verdict: Verdict): Markup {
  return markup`<th scope="col" class="${verdict}"><span class="mark" aria-hidden="true">${SIGNS[verdict]}</span>${verdict}</th>`;
}

function row(report: Report, number: number, verdicts: readonly Verdict[]): Markup {
  const facts = [
    minuteOf(report.startedAt),
    `${(report.durationMs / 1000).toFixed(1)} s`,
    report.requests.toLocaleString('en-US'),
    report.dialect,
    report.seed,
    report.plumbline ?? 'unknown',
  ];
  return markup`<tr><th scope="row"><b>${number}</b></th>${verdicts.map((verdict) => markup`<td>${count(report, verdict)}</td>`)}${facts.map((fact) => markup`<td>${fact}</td>`)}</tr>`;
}

function count({ rules }: Report, verdict: Verdict): number {
  return rules.filter((rule) => rule.verdict === verdict).length;
}
