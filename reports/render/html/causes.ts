import { codeBlock } from '../../../shared/page/code-block.ts';
import { expectedActual } from '../../../shared/page/expected-actual.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import type { Likeness } from '../../../shared/verdict-log/verdict-log.ts';
import type { Cause } from '../../causes/cause.ts';
import { isScript, scriptOf } from '../../script/script-of.ts';
import { actualOf } from '../../words/actual-of.ts';
import { HARM } from '../../../shared/verdict-log/impact.ts';
import { bugOf, isPartial, shareInWords } from '../../words/cause-text.ts';
import { counted } from '../../../shared/counted.ts';
import { clauseOf } from '../../words/clause-of.ts';
import { expectedOf } from '../../words/expected-of.ts';
import { isRecorded, proofWords } from '../../words/proof-words.ts';
import { clauseQuote, readingNote } from './clause-quote.ts';
import { evidence } from './evidence.ts';
import type { EvidenceRoom } from './evidence-room.ts';
import { inBaseline } from './in-baseline.ts';
import { linkTo } from './links.ts';

/**
 * A card for each bug of the server, the most harmful first; several cards have a list of contents. The evidence of
 * a single card is open.
 */
export function causeCards(causes: readonly Cause[], room: EvidenceRoom): Markup {
  if (causes.length === 0) return markup``;
  return markup`<section class="causes" aria-labelledby="causes"><h2 id="causes">${causes.length === 1 ? 'The cause' : `${causes.length} causes, the most harmful first`}</h2>
${causes.length > 1 && contents(causes)}${causes.map((cause, index) => card(cause, { index, room, isOnly: causes.length === 1 }))}</section>`;
}

function contents(causes: readonly Cause[]): Markup {
  const items = causes.map((cause, index) => {
    const rules = new Set(cause.failures.map(({ rule }) => rule.id)).size;
    return markup`<li><a href="${linkTo({ cause: index + 1 })}">${titleOf(cause)}</a> <span class="soft">${HARM[cause.impact]}; ${counted(rules, 'failed rule')}</span></li>`;
  });
  return markup`<ol class="contents">${items}</ol>`;
}

interface CardPlace {
  readonly index: number;
  readonly isOnly: boolean;
  readonly room: EvidenceRoom;
}

function card(cause: Cause, { index, isOnly, room }: CardPlace): Markup {
  const { lead, impact, like } = cause;
  const {
    rule,
    violations: [violation],
  } = lead;
  const number = index + 1;
  const clause = clauseOf(rule, violation);
  const shown = room.take(() => proof(cause, `cause-${number}`));
  return markup`<article class="cause" id="cause-${number}" aria-labelledby="cause-${number}-title">
<header><p class="eyebrow"><a href="${linkTo({ cause: number })}" aria-label="${`link to cause ${number}`}">Cause ${number}</a> <span class="tag impact-${impact}">${HARM[impact]}</span></p>
<h3 id="cause-${number}-title">${titleOf(cause)}</h3>
${like === undefined ? '' : likenessNote(like)}</header>
${expectedActual(expectedOf(violation), actualOf(violation))}
${clause === undefined ? '' : clauseQuote(clause)}${readingNote(rule)}
${places(cause)}
${shown === undefined ? markup`<p class="soft">This page has no room for more exchanges; report.json has them.</p>` : markup`<details class="evidence"${isOnly && OPEN}><summary>Evidence: the requests of the ${isRecorded(violation) ? 'recording' : 'case'} and the responses of the server</summary><template>${shown}</template></details>`}
</article>`;
}

function likenessNote(like: Likeness): Markup {
  const { fault, confidence, or = [], tried } = like;
  const names = markup`the known fault <code>${fault}</code>${or.map((name) => markup` or <code>${name}</code>`)}`;
  const proof =
    tried === undefined
      ? ''
      : markup` ${tried.alike} of ${counted(tried.cases, 'failing case')} failed with the same words on a server with <code>${fault}</code>.`;
  const said = isPartial(like)
    ? markup`It is in part like ${names}.`
    : markup`It may be ${names} (${shareInWords(confidence)} likely).`;
  return markup`<p class="soft">${said}${proof}</p>`;
}

const OPEN = markup` open`;

/** The rules that the cause explains, and their operations. */
function places({ lead, failures }: Cause): Markup {
  const rules = [...new Set([lead, ...failures].map(({ rule }) => rule.id))];
  const [operation = '', ...others] = new Set(lead.violations.map((violation) => violation.operation));
  const links = rules.map((id) => markup`<li><a href="${linkTo({ rule: id })}"><code>${id}</code></a></li>`);
  return markup`<dl class="places"><dt>Shown on</dt><dd><a href="${linkTo({ operation })}"><code>${operation}</code></a>${others.length > 0 && ` and ${counted(others.length, 'more operation')}`}</dd>
<dt>${rules.length === 1 ? 'Failed rule' : `${rules.length} failed rules`}</dt><dd><ul class="inline">${links}</ul></dd></dl>`;
}

function proof(cause: Cause, id: string): Markup {
  const {
    rule,
    violations: [violation],
  } = cause.lead;
  const script = scriptOf(cause);
  const words = proofWords(violation);
  return markup`<p class="soft">${words.exchanges}, ${isRecorded(violation) ? 'judged by' : 'of'} the rule <code>${rule.id}</code>: ${rule.title}</p>${evidence(violation, id)}
${isScript(script) ? codeBlock(`Script that shows the bug with curl and jq: ${script.path}`, script.text) : markup`<p class="soft">There is no script for curl and jq: ${script.none}.</p>`}
${codeBlock(words.again, violation.replay)}
${inBaseline(violation)}`;
}

/** The bug as a whole sentence. */
function titleOf(cause: Cause): string {
  const text = bugOf(cause);
  const whole = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
