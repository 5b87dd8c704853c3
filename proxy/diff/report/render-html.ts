import { typedCommand } from '../../../shared/process/command-name.ts';
import { codeBlock } from '../../../shared/page/code-block.ts';
import { expectedActual } from '../../../shared/page/expected-actual.ts';
import { diffBlock, diffLines } from '../../../shared/page/json-diff.ts';
import { lineList } from '../../../shared/page/line-list.ts';
import { markup, type Markup, type MarkupPart } from '../../../shared/page/markup.ts';
import { pageOf } from '../../../shared/page/page-of.ts';
import { kindInWords, placeInWords } from './kind-words.ts';
import { titleOf } from './title-of.ts';
import type { TrafficDifference } from '../values/difference.ts';
import { type DifferenceReport, extentOf, type ReportedDifference, unaccepted } from './difference-report.ts';
import { footnotesOf } from './footnotes.ts';
import { summaryOf } from './render-comparison.ts';

/** The most differences of one cause that are shown in full; the others are listed by place. */
const SPELLED_OUT = 3;

/**
 * A comparison as one page, in the style of the conformance report: a card for each cause, with its differences and
 * their consequences.
 */
export function renderHtml(report: DifferenceReport): string {
  return pageOf({
    title: `${summaryOf(report)} · Plumbline`,
    body: markup`<a class="skip" href="#main">Skip to the differences</a>${header(report)}
<main id="main" class="wrap" tabindex="-1">${causes(report)}${footnotes(report)}</main>`,
  });
}

function header(report: DifferenceReport): Markup {
  const isGood = unaccepted(report).length === 0;
  return markup`<header class="top ${isGood ? 'passed' : 'failed'}"><div class="wrap"><p class="brand"><b>Plumbline</b> comparison</p>
<div class="headline"><span class="seal" aria-hidden="true">${isGood ? '✓' : '✗'}</span><div><h1>${summaryOf(report)}</h1>
<p class="target">expected <code>${report.expected}</code>, actual <code>${report.actual}</code></p></div></div>
<dl class="figures">${figures(report).map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></div></header>`;
}

function figures(report: DifferenceReport): (readonly [string, number])[] {
  const { differences } = extentOf(report);
  const all = unaccepted(report).length;
  const sum = (counts: readonly { readonly count: number }[]): number =>
    counts.reduce((total, { count }) => total + count, 0);
  return [
    ['exchanges compared', report.compared],
    ['causes', all],
    ['differences', differences],
    ['accepted causes', report.causes.length - all],
    ['taken away by rules and noise', sum(report.rules) + sum(report.noise)],
    ['left to chance', sum(report.unsettled)],
  ];
}

function causes({ causes: all }: DifferenceReport): MarkupPart {
  if (all.length === 0) return '';
  return markup`<section class="causes" aria-labelledby="causes"><h2 id="causes">Causes</h2>${all.map(card)}</section>`;
}

function card(cause: ReportedDifference, index: number): Markup {
  const { kind, fingerprint, differences, cascades, accepted } = cause;
  const number = index + 1;
  const rest = differences.slice(SPELLED_OUT);
  return markup`<article class="cause${accepted !== undefined && ' accepted'}" id="cause-${number}" aria-labelledby="cause-${number}-title">
<header><p class="eyebrow"><a href="#cause=${number}" aria-label="link to cause ${number}">Cause ${number}</a> <span class="tag">${kindInWords(kind)}</span>${accepted !== undefined && markup` <span>accepted: ${accepted}</span>`}</p>
<h3 id="cause-${number}-title">${titleOf(cause)}</h3></header>
${differences.slice(0, SPELLED_OUT).map(spelledOut)}
${folded(rest, `${rest.length} more like ${differences.length === SPELLED_OUT + 1 ? 'it' : 'these'}`)}
${folded(cascades, `${cascades.length} that follow${cascades.length === 1 ? 's' : ''} from it`)}
${reproduction(cause)}<p class="soft">A baseline names this cause <code>${fingerprint}</code>.</p></article>`;
}

function spelledOut(difference: TrafficDifference): Markup {
  const { exchange, request, expected, actual, note, values } = difference;
  const place = placeInWords(difference);
  const [was, is] = values ?? [];
  const isStructured = [was, is].every((value) => typeof value === 'object' && value !== null);
  const shown = isStructured
    ? markup`<p class="soft"><span class="minus">− expected</span> <span class="plus">+ actual</span></p>${diffBlock(`difference at ${place}`, diffLines(was, is))}`
    : expectedActual(markup`<code>${expected}</code>`, markup`<code>${actual}</code>`);
  return markup`<p>Exchange ${exchange}: <code>${request}</code>, <b>${place}</b></p>${shown}${note !== undefined && markup`<p class="soft">${note}</p>`}`;
}

function folded(differences: readonly TrafficDifference[], title: string): MarkupPart {
  if (differences.length === 0) return '';
  const items = differences.map(
    (each) => markup`exchange ${each.exchange}: <code>${each.request}</code>, ${placeInWords(each)}`,
  );
  return markup`<details class="fold"><summary>${title}</summary><template>${lineList(title, items)}</template></details>`;
}

function reproduction({ reproduction: found }: ReportedDifference): MarkupPart {
  if (found === undefined) return '';
  const { exchanges, recording, cases } = found;
  return markup`<p>${exchanges.length} exchanges show it: <code>${recording}</code></p>${cases.map((path) => codeBlock('Send the case again', `${typedCommand('conformance')} --replay ${path}`))}`;
}

function footnotes(report: DifferenceReport): MarkupPart {
  const notes = footnotesOf(report);
  if (notes.length === 0) return '';
  return markup`<section aria-labelledby="notes"><h2 id="notes">Left out and taken away</h2>${lineList('Left out and taken away', notes)}</section>`;
}
