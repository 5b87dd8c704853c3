import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { pageOf } from '../../../shared/page/page-of.ts';
import { type ComparedRule, sideBySide } from '../../tally/side-by-side.ts';
import { trends } from '../../tally/trends.ts';
import { counted } from '../../../shared/counted.ts';
import { comparedReports } from './compared-reports.ts';
import { comparedRules } from './compared-rules.ts';
import { comparisonMatrix } from './comparison-matrix.ts';
import { trendCharts } from './trend-charts.ts';

/**
 * Several reports beside each other as one page: counts per report, the runs of one target over time, and the verdicts
 * of every rule.
 */
export function comparisonPage(reports: readonly Report[]): string {
  const rules = sideBySide(reports);
  const charts = trends(reports);
  const sections = [
    ['reports', 'Reports'],
    ...(charts.length === 0 ? [] : [['trends', 'Over time']]),
    ['matrix', 'Verdicts'],
    ['rules', 'Rules'],
  ] as const;
  return pageOf({
    title: `${headline(rules, reports)} · Plumbline`,
    body: markup`<a class="skip" href="#main">Skip to the verdicts</a>${header(rules, reports)}
<nav class="sections" aria-label="Sections"><div class="wrap">${sections.map(([id, text]) => markup`<a href="#${id}">${text}</a>`)}</div></nav>
<main id="main" class="wrap" tabindex="-1">${comparedReports(reports)}${trendCharts(charts)}${comparisonMatrix(rules, reports)}${comparedRules(rules, reports)}</main>
<noscript><p class="wrap">Families of rules unfold only with JavaScript.</p></noscript>`,
  });
}

function header(rules: readonly ComparedRule[], reports: readonly Report[]): Markup {
  const differing = rules.some(({ differs }) => differs);
  return markup`<header class="top"><div class="wrap"><p class="brand"><b>Plumbline</b> comparison of reports</p>
<div class="headline"><span class="seal" aria-hidden="true">${differing ? '≠' : '='}</span><div><h1>${headline(rules, reports)}</h1></div></div></div></header>`;
}

function headline(rules: readonly ComparedRule[], reports: readonly Report[]): string {
  const differing = rules.filter(({ differs }) => differs).length;
  const all = counted(rules.length, 'rule');
  return differing === 0
    ? `${reports.length} reports agree on ${all}`
    : `${reports.length} reports differ on ${differing} of ${all}`;
}
