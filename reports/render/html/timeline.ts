import { headerValue } from '../../../shared/exchange-log/header-value.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { markup, type Markup, type MarkupPart } from '../../../shared/page/markup.ts';
import { outcome } from './exchange-list.ts';
import { shortTarget, type ShownExchange } from './shown-exchange.ts';
import { type Bar, type TimelineLane, timelineLayout } from './timeline-layout.ts';

/** A drawing of more exchanges is unreadable: the last ones are drawn. */
const MOST = 40;
const LANE = 54;
const NAME = 78;
const TOP = 8;

/** Whether requests overlapped, or a watch was open: then the timing matters. */
export function isTimed(exchanges: readonly ShownExchange[]): boolean {
  return exchanges.some(
    ({ wire }) =>
      wire.isWatch || exchanges.some((other) => other.wire.began < wire.began && other.wire.ended > wire.began),
  );
}

/** The exchanges of a case over time. `id` is the prefix of the ids of their entries in the list. */
export function timeline(exchanges: readonly ShownExchange[], id: string): Markup {
  const last = Math.max(MOST, exchanges.findLast(({ isAtIssue }) => isAtIssue)?.number ?? 0);
  const drawn = exchanges.filter(
    ({ number, isAtIssue, isInvolved }) => isAtIssue || isInvolved || (number <= last && number > last - MOST),
  );
  const { width, lanes } = timelineLayout(drawn);
  const height = TOP + lanes.length * LANE;
  const total = width + NAME + 12;
  return markup`<figure class="timeline"><figcaption>Time runs to the right, in the order of what happened. A bar lasts from the request to the end of its response.</figcaption>
<div class="scroll"><svg width="${total}" height="${height}" viewBox="0 0 ${total} ${height}" role="group" aria-label="timeline of the requests">
${lanes.map((lane, index) => laneGroup(lane, { top: TOP + index * LANE, total, id }))}</svg></div>
<p class="readout" aria-live="polite">Point at a bar, or move to it with Tab, to see its exchange; Enter opens it below.</p></figure>`;
}

interface LanePlace {
  readonly top: number;
  readonly total: number;
  readonly id: string;
}

function laneGroup({ name, bars }: TimelineLane, { top, total, id }: LanePlace): Markup {
  return markup`<g class="lane"><line x1="0" x2="${total}" y1="${top + LANE - 6}" y2="${top + LANE - 6}"></line><text class="who" x="0" y="${top + 26}">${name}</text>
${bars.map((bar) => barGroup(bar, { top, total, id }))}</g>`;
}

function barGroup({ exchange, from, to, events }: Bar, { top, id }: LanePlace): Markup {
  const x = NAME + from;
  const { wire, number, isAtIssue } = exchange;
  const sign = isAtIssue ? '✗ ' : '';
  return markup`<g class="request-bar${wire.isWatch && ' watch'}${isAtIssue && ' at-issue'}${exchange.isInvolved && ' involved'}" data-exchange="${`${id}-exchange-${number}`}" tabindex="0" role="button"><title>${spoken(exchange)}</title>
<rect x="${x}" y="${top}" width="${to - from}" height="40" rx="5"></rect>
<text x="${x + 8}" y="${top + 16}">${`${sign}${number} ${wire.method}${nameIn(exchange)}${versionSent(wire)}`}</text>
${wire.isWatch ? events.map((at, index) => eventDot(exchange, index, { x: NAME + at, y: top })) : markup`<text class="answer" x="${x + 8}" y="${top + 32}">${`→ ${outcome(exchange)}${versionShown(wire.json)}`}</text>`}</g>`;
}

function eventDot(
  { wire }: ShownExchange,
  index: number,
  { x, y }: { readonly x: number; readonly y: number },
): MarkupPart {
  const json = wire.events[index]?.json as { readonly type?: unknown; readonly object?: unknown } | undefined;
  return markup`<circle cx="${x}" cy="${y + 28}" r="4"></circle><text class="answer" x="${x + 7}" y="${y + 32}">${`${String(json?.type ?? '?').slice(0, 9)}${shortName(json?.object, wire)}${versionShown(json?.object)}`}</text>`;
}

function spoken(exchange: ShownExchange): string {
  const { number, wire, beganMs, endedMs, isAtIssue } = exchange;
  const times = `${beganMs.toFixed(0)} ms to ${endedMs === undefined ? 'the end' : `${endedMs.toFixed(0)} ms`}`;
  return `${number}: ${wire.method} ${shortTarget(exchange)}${versionSent(wire)} → ${outcome(exchange)}${versionShown(wire.json)} (${times})${isAtIssue ? ' ✗ contradicts the rule' : ''}`;
}

/** ` a`: the object of a request, or the one that it made. */
function nameIn({ wire }: ShownExchange): string {
  const last = splitTarget(wire.target).path.split('/').at(-1);
  return shortName({ metadata: { name: last } }, wire) || (wire.method === 'POST' ? shortName(wire.json, wire) : '');
}

/** ` a`: the name of one of the case's objects, without the name of the case. */
function shortName(object: unknown, { headers }: ShownExchange['wire']): string {
  const name = (object as { readonly metadata?: { readonly name?: unknown } } | undefined | null)?.metadata?.name;
  const own = headerValue(headers, 'x-plumbline-case');
  return typeof name === 'string' && own !== undefined && name.startsWith(`${own}-`)
    ? ` ${name.slice(own.length + 1, own.length + 1 + LONGEST_NAME)}`
    : '';
}

const LONGEST_NAME = 8;

/** ` at v7`: the version in a request's body or query. */
function versionSent({ body, target }: ShownExchange['wire']): string {
  const inQuery = /[?&]resourceVersion=([^&]+)/.exec(target)?.[1];
  const version = inQuery ?? /"resourceVersion":\s*"([^"\\]{1,20})"/.exec(body ?? '')?.[1];
  return version === undefined ? '' : ` at v${version.slice(0, 12)}`;
}

/** ` v8`: the version of an object in a response. */
function versionShown(json: unknown): string {
  const version = (json as { readonly metadata?: { readonly resourceVersion?: unknown } } | undefined | null)?.metadata
    ?.resourceVersion;
  return typeof version === 'string' && version !== '' ? ` v${version.slice(0, 12)}` : '';
}
