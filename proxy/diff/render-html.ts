import { inWords } from './accepted-differences.ts';
import type { Difference } from './difference.ts';
import type { DifferenceReport, ReportedCause } from './difference-report.ts';
import { extentOf, unaccepted } from './difference-report.ts';
import { footnotesOf } from './footnotes.ts';
import { summaryOf } from './render-comparison.ts';

const STYLE = `
:root { color-scheme: light dark; --ink: #1b2330; --soft: #5c6878; --paper: #f5f6f8; --card: #fff; --line: #dde2e9; --bad: #c2283b; --good: #1c7c47; --note: #8a5a00; --old: #e9f6ee; --new: #fdecee; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebf1; --soft: #98a4b5; --paper: #12161c; --card: #1b212a; --line: #2d3643; --bad: #ff7686; --good: #58cf8c; --note: #e8b75a; --old: #17301f; --new: #3a1f25; } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 68rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; text-wrap: balance } h1.bad { color: var(--bad) } h1.good { color: var(--good) }
h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere }
.sides { color: var(--soft); margin: 0 0 1.5rem } code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin: 0 0 1.75rem }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem .9rem; color: var(--soft) } .tile b { display: block; font-size: 1.5rem; line-height: 1.2; color: var(--ink) }
.cause { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; padding: 1rem 1.1rem; margin: 0 0 1rem } .cause.accepted { border-left-color: var(--soft) }
.kind { display: inline-block; font: 600 12px/1.7 ui-monospace, monospace; color: var(--bad); border: 1px solid currentColor; border-radius: 4px; padding: 0 .45em; margin-right: .5em } .accepted .kind { color: var(--soft) }
.id { color: var(--soft); font-size: 13px; margin: .15rem 0 .75rem }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; margin: .35rem 0 1rem } @media (max-width: 40rem) { .two { grid-template-columns: 1fr } }
.two div { border-radius: 6px; padding: .5rem .7rem; background: var(--old) } .two div + div { background: var(--new) } .two span { display: block; font-size: 12px; color: var(--soft) }
.at { font-size: 14px } .at b { font-weight: 600 } .say { color: var(--note); font-size: 14px; margin: -.6rem 0 1rem }
details { margin-top: .4rem } summary { cursor: pointer; color: var(--soft) } details ul { margin: .4rem 0 0; padding-left: 1.2rem } .again { border-top: 1px dashed var(--line); margin-top: .8rem; padding-top: .7rem; font-size: 14px }
.notes { color: var(--soft); font-size: 14px } .notes li { margin: .2rem 0 }
`;

/** How many differences of one cause are spelled out; the others are listed by place. */
const SPELLED_OUT = 3;

/** A comparison as one page of HTML that needs nothing else: causes, each with its differences side by side and what follows from it. */
export function renderHtml(report: DifferenceReport): string {
  const { differences, exchanges } = extentOf(report);
  const causes = unaccepted(report).length;
  const tiles: readonly (readonly [number, string])[] = [
    [report.compared, 'exchanges compared'],
    [causes, 'causes'],
    [differences, `differences in ${exchanges} exchanges`],
    [report.causes.length - causes, 'accepted causes'],
    [
      report.rules.reduce((sum, { count }) => sum + count, 0) + report.noise.reduce((sum, { count }) => sum + count, 0),
      'taken away by rules and noise',
    ],
    [report.unsettled.reduce((sum, { count }) => sum + count, 0), 'left to chance'],
  ];
  const notes = footnotesOf(report);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${markup(summaryOf(report))}</title><style>${STYLE}</style></head>
<body><main>
<h1 class="${causes === 0 ? 'good' : 'bad'}">${markup(summaryOf(report))}</h1>
<p class="sides">expected <code>${markup(report.expected)}</code> &middot; actual <code>${markup(report.actual)}</code></p>
<div class="tiles">${tiles.map(([number, what]) => `<div class="tile"><b>${number}</b>${what}</div>`).join('')}</div>
${report.causes.map(causeMarkup).join('\n')}
${notes.length === 0 ? '' : `<h2>Left out and taken away</h2><ul class="notes">${notes.map((note) => `<li>${markup(note)}</li>`).join('')}</ul>`}
</main></body></html>
`;
}

function causeMarkup(cause: ReportedCause): string {
  const { kind, fingerprint, differences, cascades, accepted, reproduction } = cause;
  const rest = differences.slice(SPELLED_OUT);
  return `<section class="cause${accepted === undefined ? '' : ' accepted'}">
<h2><span class="kind">${markup(kind)}</span>${markup(inWords(cause).replace(`${kind} `, ''))}</h2>
<p class="id">cause <code>${fingerprint}</code>${accepted === undefined ? '' : ` &middot; accepted: ${markup(accepted)}`}</p>
${differences.slice(0, SPELLED_OUT).map(differenceMarkup).join('\n')}
${folded(rest, `${rest.length} more like ${differences.length === SPELLED_OUT + 1 ? 'it' : 'these'}`)}
${folded(cascades, `${cascades.length} that follow${cascades.length === 1 ? 's' : ''} from it`)}
${reproduction === undefined ? '' : `<p class="again">Shown by ${reproduction.exchanges.length} exchanges: <code>${markup(reproduction.recording)}</code>${reproduction.cases.map((path) => `<br><code>pnpm conformance --replay ${markup(path)}</code>`).join('')}</p>`}
</section>`;
}

function differenceMarkup({ exchange, request, place, expected, actual, note }: Difference): string {
  return `<div class="at">exchange ${exchange} <code>${markup(request)}</code><br><b>${markup(place)}</b></div>
<div class="two"><div><span>expected</span><code>${markup(expected)}</code></div><div><span>actual</span><code>${markup(actual)}</code></div></div>${note === undefined ? '' : `<p class="say">${markup(note)}</p>`}`;
}

function folded(differences: readonly Difference[], title: string): string {
  if (differences.length === 0) return '';
  const items = differences.map(
    ({ exchange, request, place }) => `<li>exchange ${exchange} <code>${markup(request)}</code>: ${markup(place)}</li>`,
  );
  return `<details><summary>${title}</summary><ul>${items.join('')}</ul></details>`;
}

function markup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
