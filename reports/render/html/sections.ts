import type { Report } from '../../../fixtures/formats/verdict-log.ts';
import type { Cause } from '../../causes/cause.ts';
import { causesOf } from '../../causes/causes-of.ts';
import { deviationsOf, explained } from '../../tally/accepted.ts';
import { askForReport, brokenPairs } from '../../tally/broken-pairs.ts';
import type { Exercise } from '../../tally/exercise.ts';
import { exerciseOf } from '../../tally/exercise.ts';
import { judgeableShare, unsupportedIn } from '../../tally/unsupported.ts';
import { actualOf } from '../actual-of.ts';
import { placeOf, shareOf, titleOf } from '../cause-text.ts';
import { counted } from '../counted.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { expectedOf } from '../expected-of.ts';
import { MARKS } from '../marks.ts';

/** What stands between the counts and the matrix: what fails, what is stale, known, not offered, left behind, and how much was really exercised. */
export function sections(report: Report): string {
  return [
    failures(report),
    broken(report),
    stale(report),
    deviations(report),
    unsupported(report),
    leftovers(report),
  ].join('');
}

/** The causes of what fails, worst first, each with the way to its evidence. */
function failures(report: Report): string {
  const causes = causesOf(report);
  if (causes.length === 0) return '';
  return `<h2 id="causes">What is wrong</h2><ol class="causes">${causes.map((cause) => causeItem(cause, causes)).join('')}</ol>`;
}

function causeItem(cause: Cause, all: readonly Cause[]): string {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const links = [...new Set(cause.failures.map((failure) => failure.rule.id))].map(
    (id) => `<a class="mono" href="#${escapeMarkup(id)}">${escapeMarkup(id)}</a>`,
  );
  return `<li class="${rule.verdict}"><b>${escapeMarkup(titleOf(cause))}</b> <span class="why">impact: ${cause.impact}; ${escapeMarkup(shareOf(cause, all))}</span>
<dl class="facts"><dt>expected</dt><dd>${escapeMarkup(expectedOf(violation))}</dd><dt>actual</dt><dd>${escapeMarkup(actualOf(violation))}</dd><dt>where</dt><dd class="mono">${escapeMarkup(placeOf(cause))}</dd><dt>rules</dt><dd>${links.join(', ')}</dd></dl></li>`;
}

/** How much of the contract the run put to its target: a card with three bars, and what is lacking. */
export function exercised(report: Report): string {
  const exercise = exerciseOf(report);
  if (exercise === undefined) return '';
  return `<div class="card"><span class="level">really exercised</span><span class="of">${counted(exercise.gaps.length, 'gap')}</span>${meters(exercise)}${gaps(exercise)}</div>`;
}

function meters({ clauses, operations }: Exercise): string {
  const rows: readonly (readonly [string, number, number])[] = [
    ['clauses judged', clauses.judged, clauses.of],
    ['operations accepted', operations.accepted, operations.of],
    ['operations refused', operations.refused, operations.of],
    ['writes concurrent', operations.concurrent, operations.writes],
  ];
  const shown = rows.map(
    ([name, some, all]) =>
      `<dt>${name}</dt><dd><span class="bar"><i style="width:${all === 0 ? 0 : ((100 * some) / all).toFixed(1)}%"></i></span><b>${some}</b> of ${all}</dd>`,
  );
  return `<dl class="meters">${shown.join('')}</dl>`;
}

function gaps({ gaps: lines }: Exercise): string {
  if (lines.length === 0) return '';
  return `<details><summary>what was not</summary><ul class="plain">${lines.map((line) => `<li>${escapeMarkup(line)}</li>`).join('')}</ul></details>`;
}

function stale({ stale: lines = [] }: Report): string {
  if (lines.length === 0) return '';
  return `<h2>Stale in the baseline</h2><ul class="plain failed">${lines.map((line) => `<li><span class="v">${MARKS.failed}</span> ${escapeMarkup(line)}</li>`).join('')}</ul>`;
}

function broken(report: Report): string {
  const pairs = brokenPairs(report);
  const request = askForReport(pairs);
  if (request === undefined) return '';
  const rows = pairs.map(
    ({ rule, operation, reason }) =>
      `<tr><td class="mono"><a href="#${escapeMarkup(rule)}">${escapeMarkup(rule)}</a></td><td class="mono">${escapeMarkup(operation)}</td><td>${escapeMarkup(reason)}</td></tr>`,
  );
  return folded(
    'Broken',
    request,
    `<thead><tr><th>rule</th><th>operation</th><th>reason</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    true,
  );
}

function deviations(report: Report): string {
  const known = deviationsOf(report);
  if (known.length === 0) return '';
  const rows = known.map((each) => {
    const link =
      each.link !== undefined && /^https?:\/\//i.test(each.link)
        ? `<a href="${escapeMarkup(each.link)}">${escapeMarkup(each.link)}</a>`
        : escapeMarkup(each.link ?? '');
    return `<tr><td class="mono">${escapeMarkup(each.rule)}</td><td class="mono">${escapeMarkup(each.operation)}</td><td>${escapeMarkup(each.reason)}</td><td>${link}</td><td>${escapeMarkup(each.expires ?? '')}</td></tr>`;
  });
  return folded(
    'Known failures',
    `${counted(known.length, 'deviation')} that the baseline lists`,
    `<thead><tr><th>rule</th><th>operation</th><th>reason</th><th>link</th><th>until</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    true,
  );
}

function unsupported(report: Report): string {
  const missing = unsupportedIn(report);
  if (missing.length === 0) return '';
  const rows = missing.map(
    ({ evidence, pairs, rules }) =>
      `<tr><td class="mono">${escapeMarkup(evidence)}</td><td>${rules}</td><td>${pairs}</td></tr>`,
  );
  return folded(
    'Not offered by the target',
    `${counted(missing.length, 'reason')}; ${judgeableShare(report)}`,
    `<thead><tr><th>evidence</th><th>rules</th><th>pairs</th></tr></thead><tbody>${rows.join('')}</tbody>`,
    missing.length <= 8,
  );
}

function folded(heading: string, told: string, table: string, open: boolean): string {
  return `<h2>${heading}</h2><details class="sheet"${open ? ' open' : ''}><summary>${told}</summary><table>${table}</table></details>`;
}

function leftovers(report: Report): string {
  if (report.leftovers.length === 0) return '';
  return `<h2>Left behind on the target</h2><pre class="said">${escapeMarkup(report.leftovers.join('\n'))}</pre>`;
}

/** What a deviation's operation says of itself. */
export function acceptedNote(accepted: Parameters<typeof explained>[0] | undefined): string {
  return accepted === undefined ? '' : ` <span class="why">${escapeMarkup(explained(accepted))}</span>`;
}
