import { groupBy } from '../../../shared/group-by.ts';
import type { JudgedOperation, Report, ReportedRule } from '../../../shared/verdict-log/verdict-log.ts';
import { worst } from '../../../shared/verdict-log/verdict.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';
import { kindOf, kindsOf } from './kinds.ts';
import { linkTo } from './links.ts';

/** Rules by kind of object: an expandable row for each family; failed rules always show. A cell links to its rules. */
export function matrix(report: Report): Markup {
  const kinds = kindsOf(report.operations.map(({ operation }) => operation));
  const families = [...new Set(report.rules.map(({ family }) => family))];
  return markup`<section aria-labelledby="matrix"><h2 id="matrix">Rules by kind</h2>
<p class="soft">Each cell has the worst verdict of a family of rules on the operations of a kind. Arrow keys move between cells; Enter lists the rules of a cell.</p>
<div class="scroll table-box fit"><table class="matrix keys"><thead><tr><th scope="col">family</th>${kinds.map(columnHead)}</tr></thead>
${families.map((family, index) => familyRows(report, { family, kinds, id: `family-${index}` }))}</table></div></section>`;
}

function columnHead(kind: string): Markup {
  const [plural, group] = kind.split('.');
  return markup`<th scope="col"><span class="slant">${plural}${group === undefined ? '' : markup` <span class="soft">${group}</span>`}</span></th>`;
}

interface MatrixFamilyRow {
  readonly family: string;
  readonly kinds: readonly string[];
  readonly id: string;
}

function familyRows(report: Report, { family, kinds, id }: MatrixFamilyRow): Markup {
  const rules = report.rules.filter((rule) => rule.family === family);
  const failed = rules.filter(({ verdict }) => verdict === 'failed' || verdict === 'broken');
  const others = rules.filter((rule) => !failed.includes(rule));
  const cells = groupBy(
    rules.flatMap(({ operations }) => operations),
    ({ operation }) => kindOf(operation),
  );
  const row = (rule: ReportedRule): Markup => ruleRow(rule, kinds);
  const head =
    others.length === 0
      ? markup`<a href="${linkTo({ family })}">${family}</a>`
      : markup`<button type="button" aria-expanded="false" aria-controls="${id}">${family} <span class="soft">${counted(rules.length, 'rule')}</span></button>`;
  return markup`<tbody><tr class="family"><th scope="row">${head}</th>${kinds.map((kind) =>
    cell(cells.get(kind), `${family} on ${kind}`, linkTo({ family, kind })),
  )}</tr>${failed.map(row)}</tbody>${others.length === 0 ? '' : markup`<tbody id="${id}" hidden><template>${others.map(row)}</template></tbody>`}`;
}

function ruleRow({ id, operations }: ReportedRule, kinds: readonly string[]): Markup {
  const cells = groupBy(operations, ({ operation }) => kindOf(operation));
  return markup`<tr><th scope="row"><a href="${linkTo({ rule: id })}">${id.replace(/^[^/]*\//, '')}</a></th>${kinds.map(
    (kind) => cell(cells.get(kind), `${id} on ${kind}`, linkTo({ rule: id })),
  )}</tr>`;
}

function cell(judged: readonly JudgedOperation[] | undefined, label: string, href: string): Markup {
  if (judged === undefined) return markup`<td></td>`;
  const verdict = worst(judged.map((each) => each.verdict));
  const cases = counted(
    judged.reduce((sum, each) => sum + each.cases, 0),
    'case',
  );
  const text = `${label}: ${verdict}, ${cases}`;
  return markup`<td class="${verdict}"><a href="${href}" title="${text}" aria-label="${text}">${SIGNS[verdict]}</a></td>`;
}
