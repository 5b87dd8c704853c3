import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { pageOf } from '../../../shared/page/page-of.ts';
import type { Cause } from '../../causes/cause.ts';
import { causesOf } from '../../causes/causes-of.ts';
import { blockedBefore } from '../../tally/blocked-before.ts';
import { causeCards } from './causes.ts';
import { coverage } from './coverage.ts';
import { EvidenceRoom } from './evidence-room.ts';
import { header } from './header.ts';
import { matrix } from './matrix.ts';
import { overview } from './overview.ts';
import { rules } from './rules.ts';
import { sheets } from './sheets.ts';

/**
 * The report as one page: first the causes of the failures, then rules by kind, all rules, and the coverage of the
 * run.
 */
export function page(report: Report): string {
  const isJudged = blockedBefore(report) === undefined;
  const causes = isJudged ? causesOf(report) : [];
  return pageOf({
    title: `${report.verdict}: ${report.target} · Plumbline`,
    body: markup`<a class="skip" href="#main">Skip to the findings</a>${header(report, causes)}${isJudged && navigation(causes)}
<main id="main" class="wrap" tabindex="-1">${isJudged && findings(report, causes)}</main>
<noscript><p class="wrap">Filters, links to rules, and evidence need JavaScript.</p></noscript>`,
  });
}

function navigation(causes: readonly Cause[]): Markup {
  const links = [
    ...(causes.length === 0 ? [] : [['causes', 'Causes'] as const]),
    ['overview', 'Verdicts'] as const,
    ['matrix', 'By kind'] as const,
    ['rules', 'Rules'] as const,
    ['coverage', 'Coverage'] as const,
  ];
  return markup`<nav class="sections" aria-label="Sections"><div class="wrap">${links.map(([id, text]) => markup`<a href="#${id}">${text}</a>`)}</div></nav>`;
}

function findings(report: Report, causes: readonly Cause[]): Markup {
  const room = new EvidenceRoom();
  return markup`${causeCards(causes, room)}${overview(report)}${matrix(report)}${rules(report, causes, room)}${sheets(report)}${coverage(report)}`;
}
