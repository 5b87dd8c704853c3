import type { Report, ReportedRule } from '../../../shared/verdict-log/verdict-log.ts';
import { markup, type Markup, type MarkupPart } from '../../../shared/page/markup.ts';
import { reportNames } from '../../tally/report-names.ts';
import type { ComparedRule } from '../../tally/side-by-side.ts';
import { actualOf } from '../../words/actual-of.ts';
import { counted } from '../../../shared/counted.ts';
import { signOf } from './verdict-words.ts';

/** The anchor of a rule on the page. */
export function anchorOf(rule: string): string {
  return `rule-${rule.replaceAll(/[^\w-]/g, '_')}`;
}

/**
 * The sentence of each rule. A rule that differs or fails also has its result in each report. The others are folded; a
 * link to one opens the fold.
 */
export function comparedRules(rules: readonly ComparedRule[], reports: readonly Report[]): Markup {
  const names = reportNames(reports);
  const [detailed, others] = [rules.filter(isDetailed), rules.filter((each) => !isDetailed(each))];
  const blocks = (of: readonly ComparedRule[]): Markup[] => of.map((each) => ruleBlock(each, names));
  const folded = markup`<details><summary>${counted(others.length, 'rule')} with one verdict in all reports that have them</summary>${blocks(others)}</details>`;
  return markup`<section aria-labelledby="rules"><h2 id="rules">Rules</h2>${blocks(detailed)}${others.length > 0 && folded}</section>`;
}

function isDetailed({ judged, differs }: ComparedRule): boolean {
  return differs || judged.some((each) => each?.verdict === 'failed');
}

function ruleBlock(compared: ComparedRule, names: readonly string[]): Markup {
  const { rule, judged } = compared;
  return markup`<article class="compared" id="${anchorOf(rule.id)}"><h3>${!isDetailed(compared) && signOf(rule.verdict)}<code>${rule.id}</code></h3><p>${rule.title} <span class="soft">${rule.level}</span></p>
${isDetailed(compared) && markup`<ul>${judged.map((each, index) => outcome(each, `${index + 1}`, names[index] ?? ''))}</ul>`}</article>`;
}

function outcome(rule: ReportedRule | undefined, number: string, name: string): Markup {
  const who = markup`<b>${number}</b> <span class="soft">${name}</span>`;
  if (rule === undefined) return markup`<li>${who} has no such rule</li>`;
  return markup`<li>${signOf(rule.verdict)} ${who} ${rule.verdict}${extent(rule)}</li>`;
}

/** ` on 3 of 40 operations, such as PUT /api/...: 201 Created instead of a refusal`. */
function extent({ verdict, operations, violations }: ReportedRule): MarkupPart {
  const alike = operations.filter((each) => each.verdict === verdict);
  const [first] = alike;
  if (first === undefined) return '';
  const share = ` on ${alike.length} of ${counted(operations.length, 'operation')}`;
  const why = violations.find(({ operation }) => operation === first.operation);
  const detail = why === undefined ? first.reason : actualOf(why);
  return markup`${share}${detail !== undefined && markup`, such as <code>${first.operation}</code>: <span class="detail">${detail}</span>`}`;
}
