import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { markup, type Markup, type MarkupPart } from '../../../shared/page/markup.ts';
import { deviationsOf } from '../../tally/accepted.ts';
import { askForReport, brokenPairs } from '../../tally/broken-pairs.ts';
import { judgeableShare, unsupportedIn } from '../../tally/unsupported.ts';
import { counted } from '../../../shared/counted.ts';
import { linkTo } from './links.ts';

/** Findings that are no failures of the server: faults of the suite, the baseline, unsupported features, leftovers. */
export function sheets(report: Report): Markup {
  return markup`${broken(report)}${stale(report)}${deviations(report)}${unsupported(report)}${leftovers(report)}`;
}

interface Sheet {
  readonly id: string;
  readonly heading: string;
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly MarkupPart[])[];
}

/** A table under a heading; a long one is collapsed. */
function sheet({ id, heading, note, columns, rows }: Sheet): Markup {
  if (rows.length === 0) return markup``;
  const table = markup`<div class="scroll table-box" tabindex="0" role="group" aria-label="${heading}"><table class="plain"><thead><tr>${columns.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`;
  const body =
    rows.length <= 8
      ? table
      : markup`<details class="fold"><summary>${counted(rows.length, 'line')}</summary>${table}</details>`;
  return markup`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2><p class="soft">${note}</p>${body}</section>`;
}

const rule = (id: string): Markup => markup`<a href="${linkTo({ rule: id })}"><code>${id}</code></a>`;
const code = (text: string): Markup => markup`<code>${text}</code>`;

function broken(report: Report): Markup {
  const pairs = brokenPairs(report);
  return sheet({
    id: 'broken',
    heading: 'Faults of Plumbline',
    note: askForReport(pairs) ?? '',
    columns: ['rule', 'operation', 'reason'],
    rows: pairs.map((pair) => [rule(pair.rule), code(pair.operation), pair.reason]),
  });
}

function stale({ stale: lines = [] }: Report): Markup {
  return sheet({
    id: 'stale',
    heading: 'Stale entries of the baseline',
    note: 'The baseline accepts failures that did not happen, or its entries have expired. Take them out.',
    columns: ['entry'],
    rows: lines.map((line) => [line]),
  });
}

function deviations(report: Report): Markup {
  const known = deviationsOf(report);
  return sheet({
    id: 'deviations',
    heading: 'Known failures',
    note: `The baseline accepts ${counted(known.length, 'failure')}.`,
    columns: ['rule', 'operation', 'reason', 'link', 'until'],
    rows: known.map((each) => [rule(each.rule), code(each.operation), each.reason, webLink(each.link), each.expires]),
  });
}

/** Only addresses of the web become links: others could be scripts. */
function webLink(link: string | undefined): MarkupPart {
  return link !== undefined && /^https?:\/\//i.test(link)
    ? markup`<a href="${link}" rel="noreferrer">${link}</a>`
    : link;
}

function unsupported(report: Report): Markup {
  return sheet({
    id: 'unsupported',
    heading: 'Not offered by the server',
    note: `${judgeableShare(report)}.`,
    columns: ['evidence', 'rules', 'pairs of rule and operation'],
    rows: unsupportedIn(report).map(({ evidence, rules, pairs }) => [evidence, rules, pairs]),
  });
}

function leftovers({ leftovers: lines }: Report): Markup {
  return sheet({
    id: 'leftovers',
    heading: 'Left behind on the server',
    note: 'The run could not remove these. The last lines say how to.',
    columns: ['line'],
    rows: lines.map((line) => [code(line)]),
  });
}
