import type { Report } from '../../../fixtures/formats/verdict-log.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { MARKS } from '../marks.ts';

/** Operations x families: the worst verdict of each family on each operation that it touched. */
export function matrix(report: Report): string {
  const families = [...new Set(report.rules.map(({ family }) => family))];
  const head = families.map((family) => `<th>${escapeMarkup(family)}</th>`).join('');
  const rows = report.operations.map(({ operation, families: verdicts }) => {
    const [method = '', path = ''] = operation.split(' ');
    const cells = families
      .map((family) => cell(operation, family, verdicts[family], casesOf(report, operation, family)))
      .join('');
    return `<tr><th class="mono"><span class="verb">${escapeMarkup(method)}</span>${escapeMarkup(path)}</th>${cells}</tr>`;
  });
  return `<div class="matrix"><table><thead><tr><th>operation</th>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function cell(operation: string, family: string, verdict: keyof typeof MARKS | undefined, cases: number): string {
  if (verdict === undefined) return '<td></td>';
  const title = `${family} on ${operation}: ${verdict}, ${cases} cases`;
  return `<td class="${verdict}" title="${escapeMarkup(title)}" data-family="${escapeMarkup(family)}" data-operation="${escapeMarkup(operation)}">${MARKS[verdict]}</td>`;
}

function casesOf(report: Report, operation: string, family: string): number {
  const judged = report.rules.filter((rule) => rule.family === family).flatMap(({ operations }) => operations);
  return judged.filter((each) => each.operation === operation).reduce((sum, { cases }) => sum + cases, 0);
}
