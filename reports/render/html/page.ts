import type { Report } from '../../../fixtures/formats/verdict-log.ts';
import { VERDICTS } from '../../../fixtures/formats/verdict.ts';
import { blockedBefore } from '../../tally/blocked-before.ts';
import { countsByLevel } from '../../tally/counts.ts';
import { counted } from '../counted.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { MARKS } from '../marks.ts';
import { seedOf } from '../seed.ts';
import { matrix } from './matrix.ts';
import { rules } from './rules.ts';
import { exercised, sections } from './sections.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** The report as one page that needs nothing else: no network, no files beside it. */
export function page(report: Report): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeMarkup(`${report.verdict}: ${report.target} · Plumbline`)}</title><style>${STYLE}</style></head>
<body><main>${head(report)}${blockedBefore(report) === undefined ? findings(report) : ''}
</main><script>${SCRIPT}</script></body></html>
`;
}

function findings(report: Report): string {
  return `${cards(report)}${sections(report)}
<h2>Operations and families</h2>${matrix(report)}
<h2 id="rules">Rules</h2>${filters(report)}${rules(report)}`;
}

function head(report: Report): string {
  const said = [...(report.stopped === undefined ? [] : [report.stopped]), ...(report.notes ?? [])]
    .map((line) => `<p class="stopped">${escapeMarkup(line)}</p>`)
    .join('');
  return `<header class="head ${report.verdict}"><div class="seal">${MARKS[report.verdict]}</div><div>
<h1><span class="v">${report.verdict}</span> <span class="mono">${escapeMarkup(report.target)}</span></h1>
<p class="facts">${facts(report)}</p>
<p class="facts"><code>${escapeMarkup(report.command)}</code></p></div></header>${said}`;
}

function facts(report: Report): string {
  const cases = report.rules.reduce((sum, rule) => sum + rule.cases, 0);
  const bold = (count: number, thing: string): string => counted(count, thing).replace(/^\d+/, '<b>$&</b>');
  const counts = [
    bold(report.rules.length, 'rule'),
    bold(cases, 'case'),
    bold(report.operations.length, 'operation'),
    bold(report.requests, 'request'),
  ];
  const shard = report.shard === undefined ? [] : [`shard <b>${report.shard.index}/${report.shard.of}</b>`];
  const rest = [
    `<b>${(report.durationMs / 1000).toFixed(1)} s</b>`,
    `dialect <b>${escapeMarkup(report.dialect)}</b>`,
    `seed <b>${seedOf(report)}</b>`,
    ...shard,
    ...(report.run === undefined ? [] : [`run <b>${escapeMarkup(report.run)}</b>`]),
    escapeMarkup(report.startedAt),
  ];
  return [...counts, ...rest].join(' · ');
}

function cards(report: Report): string {
  const cards = countsByLevel(report).map(({ level, rules, verdicts }) => {
    const bar = verdicts
      .map((count) => `<i class="${count.verdict}" style="width:${((100 * count.rules) / rules).toFixed(2)}%"></i>`)
      .join('');
    const legend = verdicts
      .map(
        (count) =>
          `<span class="${count.verdict}"><span class="v">${MARKS[count.verdict]} ${count.rules}</span> ${count.verdict}</span>`,
      )
      .join('');
    return `<div class="card"><span class="level">${level}</span><span class="of">${counted(rules, 'rule')}</span><div class="bar">${bar}</div><div class="legend">${legend}</div></div>`;
  });
  return `<div class="cards">${cards.join('')}</div>${exercised(report)}`;
}

function filters(report: Report): string {
  const present = VERDICTS.toReversed().filter((verdict) => report.rules.some((rule) => rule.verdict === verdict));
  const boxes = present.map(
    (verdict) =>
      `<label class="${verdict}"><input type="checkbox" value="${verdict}" checked><span class="v">${MARKS[verdict]}</span> ${verdict}</label>`,
  );
  return `<div class="filters"><input id="search" type="search" placeholder="filter rules: words of the id, the sentence or an operation">${boxes.join('')}</div>`;
}
