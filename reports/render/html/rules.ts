import type { Report, ReportedRule } from '../../../fixtures/formats/verdict-log.ts';
import { actualOf } from '../actual-of.ts';
import { counted } from '../counted.ts';
import { escapeMarkup } from '../escape-markup.ts';
import { MARKS } from '../marks.ts';
import { acceptedNote } from './sections.ts';
import { transcript } from './transcript.ts';

/** All rules by family, each folding open to its clauses, its operations and the evidence of its failures. */
export function rules(report: Report): string {
  const families = [...new Set(report.rules.map(({ family }) => family))];
  return families
    .map((family) => {
      const own = report.rules.filter((rule) => rule.family === family);
      return `<section class="family"><h3>${escapeMarkup(family)}</h3>${own.map(ruleBox).join('')}</section>`;
    })
    .join('');
}

function ruleBox(rule: ReportedRule): string {
  const text = `${rule.id} ${rule.title} ${rule.operations.map(({ operation }) => operation).join(' ')}`.toLowerCase();
  const open = rule.violations.length > 0 && rule.verdict !== 'deviation' ? ' open' : '';
  return `<details id="${escapeMarkup(rule.id)}" class="rule ${rule.verdict}" data-verdict="${rule.verdict}" data-text="${escapeMarkup(text)}"${open}>
<summary><span class="mark" title="${rule.verdict}">${MARKS[rule.verdict]}</span><span class="id mono">${escapeMarkup(rule.id)}</span>
<span class="title">${escapeMarkup(rule.title)}</span><span class="n">${rule.level} · ${evidence(rule)}</span></summary>
<div class="body">${clauses(rule)}${failures(rule)}${operations(rule)}</div></details>`;
}

function evidence({ cases, shapes, operations, verdict }: ReportedRule): string {
  if (cases === 0) return verdict;
  return [counted(cases, 'case'), counted(shapes, 'shape'), counted(operations.length, 'operation')].join(', ');
}

function clauses({ clauses: cited, reading }: ReportedRule): string {
  const read = reading === undefined ? '' : `<p class="clause">By a reading: ${escapeMarkup(reading)}</p>`;
  return cited
    .map(
      ({ id, section, statement }) =>
        `<p class="clause"><span class="mono" title="${escapeMarkup(section)}">${escapeMarkup(id)}</span>${escapeMarkup(statement)}</p>`,
    )
    .join('')
    .concat(read);
}

/** So many failures of one rule stand open; the others, mostly the same on other kinds, fold away. */
const SHOWN = 2;

function failures(rule: ReportedRule): string {
  const shown = rule.violations.map((violation) => failure(rule, violation));
  const rest = shown.slice(SHOWN);
  return [
    ...shown.slice(0, SHOWN),
    ...(rest.length === 0
      ? []
      : [
          `<details class="more"><summary>on ${counted(rest.length, 'other operation')}</summary>${rest.join('')}</details>`,
        ]),
  ].join('');
}

function failure(rule: ReportedRule, violation: ReportedRule['violations'][number]): string {
  const { operation, expected, curl, replay, timeline, fingerprint } = violation;
  const commands = [...curl, replay].join('\n');
  const drawn =
    timeline === undefined
      ? ''
      : `<pre class="timeline" aria-label="timeline of the concurrent requests">${escapeMarkup(timeline.join('\n'))}</pre>`;
  const verdict = rule.operations.find((each) => each.operation === operation)?.verdict ?? rule.verdict;
  return `<div class="failure ${verdict}"><b class="mono">${escapeMarkup(operation)}</b><span class="print mono" title="fingerprint of the cause, as a baseline names it">${escapeMarkup(fingerprint)}</span>
<dl class="pair"><dt>expected</dt><dd>${escapeMarkup(expected)}</dd><dt>actual</dt><dd>${escapeMarkup(actualOf(violation))}</dd></dl>${drawn}
<div class="copy"><pre>${escapeMarkup(commands)}</pre><button type="button">copy</button></div>
<details><summary>what crossed the wire</summary>${transcript(violation.transcript)}</details></div>`;
}

/** A reason whose mention of the rule that blocks leads to that rule. */
function linked(reason: string, rule: string | undefined): string {
  const text = escapeMarkup(reason);
  return rule === undefined
    ? text
    : text.replace(escapeMarkup(rule), (id) => `<a class="mono" href="#${id}">${id}</a>`);
}

function operations(rule: ReportedRule): string {
  const items = rule.operations.map(({ operation, verdict, cases, reason, blockedBy, accepted }) => {
    const why = reason === undefined ? '' : ` <span class="why">${linked(reason, blockedBy)}</span>`;
    return `<li class="${verdict}"><span class="v" title="${verdict}">${MARKS[verdict]}</span> <span class="mono">${escapeMarkup(operation)}</span> ${cases}${why}${acceptedNote(accepted)}</li>`;
  });
  return `<ul class="ops">${items.join('')}</ul>`;
}
