import { isChunked } from '../../../shared/exchange-log/chunked-header.ts';
import type { HeaderPair, LoggedBody } from '../../../shared/exchange-log/exchange-log.ts';
import { diffBlock, type DiffLine } from '../../../shared/page/json-diff.ts';
import { markup, type Markup, type MarkupPart } from '../../../shared/page/markup.ts';
import { counted } from '../../../shared/counted.ts';
import { bodyText } from './body-text.ts';
import type { ShownExchange } from './shown-exchange.ts';

/** Further exchanges of a case are left out, except those at issue. */
const MOST = 60;

/** Header fields of the connection, or with the name of the run. */
const NOISE = /^(?:user-agent|host|connection|keep-alive|content-length|date|x-plumbline-.*)$/i;

/** The difference of a response from the reference server's; `undefined` if there is no reference. */
export type DiffOf = (exchange: ShownExchange) => readonly DiffLine[] | undefined;

/** The exchanges of a case by number. Those at issue are open, with the difference from the reference server. */
export function exchangeList(exchanges: readonly ShownExchange[], id: string, diffOf: DiffOf): Markup {
  const shown = exchanges.filter((exchange, index) => index < MOST || exchange.isAtIssue || exchange.isInvolved);
  const left = exchanges.length - shown.length;
  return markup`<ol class="exchange-list">${shown.map((exchange) => item(exchange, `${id}-exchange-${exchange.number}`, diffOf))}</ol>
${left > 0 && markup`<p class="soft">${counted(left, 'more exchange')}: see report.json.</p>`}`;
}

function item(exchange: ShownExchange, id: string, diffOf: DiffOf): Markup {
  const { number, wire, isAtIssue, isInvolved } = exchange;
  const flag = isAtIssue ? markup` <span class="flag">✗ contradicts the rule</span>` : isInvolved && INVOLVED;
  return markup`<li><details class="exchange${isAtIssue && ' at-issue'}" id="${id}"${isAtIssue && OPEN}><summary><span class="number">${number}</span>
<span class="call"><b class="method">${wire.method}</b> <code>${wire.target}</code>${flag}</span><span class="outcome">${outcome(exchange)}</span></summary>
${isAtIssue && difference(diffOf(exchange))}<div class="sides">${request(exchange)}${response(exchange)}</div></details></li>`;
}

const INVOLVED = markup` <span class="flag involved">part of the contradiction</span>`;
const OPEN = markup` open`;

/** The status, the delivered events, or that no response arrived. */
export function outcome({ wire, delivered, cut }: ShownExchange): string {
  if (wire.status === undefined) return cut?.reason === undefined ? 'no response' : `no response (${cut.reason})`;
  return wire.isWatch ? `${wire.status}, ${counted(delivered, 'event')}` : String(wire.status);
}

function difference(lines: readonly DiffLine[] | undefined): MarkupPart {
  if (lines === undefined) return '';
  const isEqual = lines.every(({ sign }) => sign === ' ' || sign === '…');
  if (isEqual) return markup`<p class="soft">The reference server returned the same response.</p>`;
  return markup`<p class="label">Difference from the reference server’s response</p>
<p class="soft"><span class="minus">− reference server</span> <span class="plus">+ this server</span> Names, times and values that a server chooses are placeholders.</p>${diffBlock('difference from the reference server', lines)}`;
}

function request({ wire, sent }: ShownExchange): Markup {
  return markup`<section><p class="label">Request</p>${headers(`${wire.method} ${wire.target}`, wire.headers)}${bodyBlock('request body', sent)}</section>`;
}

function response({ wire, headers: fields, received, events, delivered, cut }: ShownExchange): Markup {
  const head = wire.status === undefined ? 'no response' : `HTTP ${wire.status}`;
  const ended =
    cut === undefined
      ? ''
      : markup`<p class="soft">The stream ended early: ${cut.reason}${cut.detail !== undefined && `, ${cut.detail}`}</p>`;
  const left = delivered - events.length;
  const eventBlocks = events.map(
    ({ ms, body }, index) =>
      markup`<details><summary>event ${index + 1}, after ${ms.toFixed(0)} ms</summary>${bodyBlock(`event ${index + 1}`, body)}</details>`,
  );
  return markup`<section><p class="label">Response</p>${headers(
    head,
    fields.filter((field) => !isChunked(field)),
  )}${bodyBlock('response body', received)}${eventBlocks}${left > 0 && markup`<p class="soft">${counted(left, 'more event')}, of other objects or in between: see report.json.</p>`}${ended}</section>`;
}

function headers(first: string, fields: readonly HeaderPair[]): Markup {
  const shown = fields.filter(([name]) => !NOISE.test(name)).map(([name, value]) => `\n${name}: ${value}`);
  return markup`<pre class="head">${first}${shown}</pre>`;
}

function bodyBlock(label: string, body: LoggedBody | undefined): MarkupPart {
  return body === undefined
    ? ''
    : markup`<pre class="body-text scroll" tabindex="0" role="group" aria-label="${label}">${bodyText(body)}</pre>`;
}
