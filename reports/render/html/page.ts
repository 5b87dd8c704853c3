import type { Report } from '../../../fixtures/formats/verdict-log.ts';
import { VERDICTS } from '../../../fixtures/formats/verdict.ts';
import { countsByLevel } from '../../tally/counts.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { MARKS } from '../marks.ts';
import { matrix } from './matrix.ts';
import { rules } from './rules.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** The report as one page that needs nothing else: no network, no files beside it. */
export function page(report: Report): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(`${report.verdict}: ${report.target} · Plumbline`)}</title><style>${STYLE}</style></head>
<body><main>${head(report)}${cards(report)}${leftovers(report)}
<h2>Operations and families</h2>${matrix(report)}
<h2 id="rules">Rules</h2>${filters(report)}${rules(report)}
</main><script>${SCRIPT}</script></body></html>
`;
}

function head(report: Report): string {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  const stopped = report.stopped === undefined ? '' : `<p class="stopped">${escapeMarkup(report.stopped)}</p>`;
  return `<header class="head ${report.verdict}"><div class="seal">${MARKS[report.verdict]}</div><div>
<h1><span class="v">${report.verdict}</span> <span class="mono">${escapeMarkup(report.target)}</span></h1>
<p class="facts"><b>${report.rules.length}</b> rules · <b>${cases}</b> cases · <b>${report.operations.length}</b> operations · <b>${report.requests}</b> requests ·
<b>${(report.durationMs / 1000).toFixed(1)} s</b> · dialect <b>${escapeMarkup(report.dialect)}</b> · ${escapeMarkup(report.startedAt)}</p>
<p class="facts"><code>${escapeMarkup(report.command)}</code></p></div></header>${stopped}`;
}

function cards(report: Report): string {
  const cards = countsByLevel(report).map(({ level, rules, verdicts }) => {
    const bar = verdicts.map((count) => `<i class="${count.verdict}" style="width:${((100 * count.rules) / rules).toFixed(2)}%"></i>`).join('');
    const legend = verdicts.map((count) => `<span class="${count.verdict}"><span class="v">${MARKS[count.verdict]} ${count.rules}</span> ${count.verdict}</span>`).join('');
    return `<div class="card"><span class="level">${level}</span><span class="of">${rules} rules</span><div class="bar">${bar}</div><div class="legend">${legend}</div></div>`;
  });
  return `<div class="cards">${cards.join('')}</div>`;
}

function leftovers(report: Report): string {
  if (report.leftovers.length === 0) return '';
  return `<h2>Left behind on the target</h2><pre>${escapeMarkup(report.leftovers.join('\n'))}</pre>`;
}

function filters(report: Report): string {
  const present = VERDICTS.toReversed().filter((verdict) => report.rules.some((rule) => rule.verdict === verdict));
  const boxes = present.map((verdict) => `<label class="${verdict}"><input type="checkbox" value="${verdict}" checked><span class="v">${MARKS[verdict]}</span> ${verdict}</label>`);
  return `<div class="filters"><input id="search" type="search" placeholder="filter rules: words of the id, the sentence or an operation">${boxes.join('')}</div>`;
}
