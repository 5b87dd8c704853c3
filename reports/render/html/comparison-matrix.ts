import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { type Verdict, worst } from '../../../shared/verdict-log/verdict.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { reportNames } from '../../tally/report-names.ts';
import type { ComparedRule } from '../../tally/side-by-side.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';
import { anchorOf } from './compared-rules.ts';

/** Rules by reports: rules that differ first, then an expandable row for each family of the rest. */
export function comparisonMatrix(rules: readonly ComparedRule[], reports: readonly Report[]): Markup {
  const names = reportNames(reports);
  const differing = rules.filter(({ differs }) => differs);
  const equal = rules.filter(({ differs }) => !differs);
  const families = [...new Set(equal.map(({ rule }) => rule.family))];
  return markup`<section aria-labelledby="matrix"><h2 id="matrix">Verdicts by report</h2>
<p class="soft">Rules with different verdicts come first. Families hold the rules with equal verdicts. An empty cell says that the report lacks the rule. Arrow keys move between cells; Enter leads to the rule.</p>
<div class="scroll table-box fit"><table class="matrix keys"><thead><tr><th scope="col">rule</th>${names.map(columnHead)}</tr></thead>
${differing.length > 0 && markup`<tbody><tr class="family"><th scope="row"><span>${counted(differing.length, 'rule')} with different verdicts</span></th>${names.map(() => markup`<td></td>`)}</tr>${differing.map((each) => ruleRow(each, names))}</tbody>`}
${families.map((family, index) =>
  familyRows(
    equal.filter(({ rule }) => rule.family === family),
    { family, names, id: `family-${index}` },
  ),
)}</table></div></section>`;
}

function columnHead(name: string, index: number): Markup {
  return markup`<th scope="col"><span class="slant">${name}</span><br><b>${index + 1}</b></th>`;
}

interface ComparedFamilyRow {
  readonly family: string;
  readonly names: readonly string[];
  readonly id: string;
}

function familyRows(rules: readonly ComparedRule[], { family, names, id }: ComparedFamilyRow): Markup {
  const verdict = worst(rules.map(({ rule }) => rule.verdict));
  const count = counted(rules.length, 'rule');
  const cells = names.map(
    () =>
      markup`<td class="${verdict}"><span class="cell" title="${`${verdict} is the worst of ${count}`}"><span aria-hidden="true">${SIGNS[verdict]}</span><span class="unseen">${verdict}</span></span></td>`,
  );
  return markup`<tbody><tr class="family"><th scope="row"><button type="button" aria-expanded="false" aria-controls="${id}">${family} <span class="soft">${count}</span></button></th>${cells}</tr></tbody>
<tbody id="${id}" hidden><template>${rules.map((each) => ruleRow(each, names))}</template></tbody>`;
}

function ruleRow({ rule, judged }: ComparedRule, names: readonly string[]): Markup {
  const href = `#${anchorOf(rule.id)}`;
  const cells = judged.map((each, index) => cell(each?.verdict, { href, label: `${rule.id} in ${names[index]}` }));
  return markup`<tr><th scope="row"><a href="${href}" title="${rule.title}">${rule.id}</a></th>${cells}</tr>`;
}

function cell(
  verdict: Verdict | undefined,
  { href, label }: { readonly href: string; readonly label: string },
): Markup {
  if (verdict === undefined) return markup`<td></td>`;
  const text = `${label}: ${verdict}`;
  return markup`<td class="${verdict}"><a href="${href}" title="${text}" aria-label="${text}">${SIGNS[verdict]}</a></td>`;
}
