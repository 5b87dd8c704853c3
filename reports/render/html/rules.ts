import type { JudgedOperation, Report, ReportedRule } from '../../../shared/verdict-log/verdict-log.ts';
import { VERDICTS } from '../../../shared/verdict-log/verdict.ts';
import { markup, type Markup, Markup as Finished } from '../../../shared/page/markup.ts';
import type { Cause } from '../../causes/cause.ts';
import { explained } from '../../tally/accepted.ts';
import { counted } from '../../../shared/counted.ts';
import { SIGNS } from '../verdict-signs.ts';
import { clauseQuote, readingNote } from './clause-quote.ts';
import type { EvidenceRoom } from './evidence-room.ts';
import { failuresIn } from './rule-failures.ts';
import { kindsOf } from './kinds.ts';
import { linkTo } from './links.ts';
import { signOf } from './verdict-words.ts';

/**
 * All rules by family. Each expands to its clauses, its failures and its operations; passed rules are hidden if any
 * rule failed.
 */
export function rules(report: Report, causes: readonly Cause[], room: EvidenceRoom): Markup {
  const names = report.operations.map(({ operation }) => operation);
  const numbers = new Map(names.map((name, index) => [name, index]));
  const families = [...new Set(report.rules.map(({ family }) => family))];
  return markup`<section aria-labelledby="rules"><h2 id="rules">Rules</h2>${controls(report)}
<div id="rule-list">${families.map(
    (family) =>
      markup`<section class="family" aria-label="${`rules: ${family}`}"><h3>${family}</h3>${report.rules
        .filter((rule) => rule.family === family)
        .map((rule) => ruleBox(rule, numbers, markup`${failuresIn(rule, causes, room)}`))}</section>`,
  )}</div>
<p id="none" hidden>No rule matches these filters. <button type="button" id="clear">Show all rules</button></p>
<script type="application/json" id="operation-names">${new Finished(JSON.stringify(names).replaceAll('<', String.raw`\u003c`))}</script></section>`;
}

function controls(report: Report): Markup {
  const present = VERDICTS.toReversed().filter((verdict) => report.rules.some((rule) => rule.verdict === verdict));
  const failing = report.rules.some(({ verdict }) => verdict === 'failed' || verdict === 'broken');
  const boxes = present.map((verdict) => {
    const isShown = !failing || verdict === 'failed' || verdict === 'broken' || verdict === 'inconclusive';
    return markup`<label class="${verdict}"><input type="checkbox" value="${verdict}"${isShown && new Finished(' checked')}><span><span class="mark" aria-hidden="true">${SIGNS[verdict]}</span>${verdict}</span></label>`;
  });
  return markup`<div class="controls" role="search"><label class="search"><span class="unseen">Search rules</span><input id="search" type="search" placeholder="Search rules, sentences, operations" autocomplete="off"></label>
<fieldset id="verdicts"><legend class="unseen">Verdicts to show</legend>${boxes}</fieldset>
<p class="found"><span id="found" role="status">${counted(report.rules.length, 'rule')}</span> <span id="chips"></span></p></div>`;
}

function ruleBox(rule: ReportedRule, numbers: ReadonlyMap<string, number>, failures: Markup): Markup {
  const names = rule.operations.map(({ operation }) => operation);
  return markup`<details class="rule" data-rule="${rule.id}" data-verdict="${rule.verdict}" data-family="${rule.family}" data-kinds="${kindsOf(names).join(' ')}" data-operations="${names.flatMap((name) => numbers.get(name) ?? []).join(' ')}">
<summary>${signOf(rule.verdict)}<span class="name"><code>${rule.id}</code><span class="title">${rule.title}</span></span><span class="extent">${extent(rule)}</span></summary>
<template><div class="body"><p class="permalink"><a href="${linkTo({ rule: rule.id })}">Link to this rule</a> <span class="soft">${rule.level}${rule.impact === undefined ? '' : `, impact ${rule.impact}`}</span></p>${rule.clauses.map(clauseQuote)}${readingNote(rule)}${failures}${operations(rule)}</div></template></details>`;
}

function extent({ cases, operations: judged }: ReportedRule): string {
  if (cases === 0) return '';
  return `${counted(cases, 'case')} on ${counted(judged.length, 'operation')}`;
}

function operations({ operations: judged }: ReportedRule): Markup {
  if (judged.length === 0) return markup``;
  const rows = judged.toSorted((a, b) => VERDICTS.indexOf(b.verdict) - VERDICTS.indexOf(a.verdict)).map(operationRow);
  return markup`<h4>${counted(judged.length, 'operation')}</h4><div class="scroll table-box" tabindex="0" role="group" aria-label="operations of this rule"><table class="plain"><thead><tr><th scope="col">verdict</th><th scope="col">operation</th><th scope="col">cases</th><th scope="col">why</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function operationRow({ operation, verdict, cases, reason, blockedBy, accepted }: JudgedOperation): Markup {
  const why = accepted === undefined ? reason : explained(accepted);
  const by = blockedBy === undefined ? '' : markup` <a href="${linkTo({ rule: blockedBy })}">${blockedBy}</a>`;
  return markup`<tr><td class="${verdict}"><span class="mark" aria-hidden="true">${SIGNS[verdict]}</span>${verdict}</td><td><a href="${linkTo({ operation })}"><code>${operation}</code></a></td><td>${cases}</td><td>${why}${by}</td></tr>`;
}
