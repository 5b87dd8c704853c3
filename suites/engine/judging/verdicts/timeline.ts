import type { HappeningLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Violated } from '../../../checks/finding.ts';
import { historyOf } from '../../../oracle/exchanges/history-of.ts';
import type { Exchange } from '../../../oracle/history.ts';
import { at, isObject, type Json, textAt } from '../../../oracle/json.ts';
import { isTerminating } from '../../../oracle/state/terminating.ts';

/** Total columns, and columns of the bars. */
const WIDTH = 100;
const BARS = 30;
/** Maximum number of drawn requests if the violation names none: the last ones. */
const MOST = 24;

/**
 * Draws overlapping requests over time, one line each in order of beginning. A line has a letter for the client, a
 * bar from the request to the end of its response, and the request and response. The bar of the disputed exchange
 * uses exclamation marks. Clients are only distinguished by time: each request takes the first free letter.
 * `undefined` if no requests overlap, unless the violation names contradicting exchanges.
 *
 *     A [=======]             PATCH a metadata/labels/x -> 200 version 8
 *     B      [======]         PATCH a add metadata/labels/y -> 200 version 9
 *     A                [!!!]  GET a -> 200 version 9
 */
export function timelineOf(
  lines: readonly HappeningLine[],
  violation: Pick<Violated, 'exchange' | 'involved'>,
): readonly string[] | undefined {
  const drawn = chosen(lines, violation);
  if (
    violation.involved === undefined &&
    !drawn.some((exchange) => drawn.some((other) => other.began < exchange.began && other.ended > exchange.began))
  )
    return undefined;
  const columnOf = columns(drawn.flatMap(({ began, ended }) => [began, ended]));
  const lanes = lanesOf(drawn);
  const name =
    drawn.find(({ id }) => id === violation.exchange)?.call?.name ??
    drawn.find(({ call }) => call?.name !== undefined)?.call?.name;
  return drawn.map((exchange) => {
    const isAtIssue = exchange.id === violation.exchange;
    const bar = barOf(
      columnOf(exchange.began),
      Number.isFinite(exchange.ended) ? columnOf(exchange.ended) : undefined,
      isAtIssue ? '!' : '=',
    );
    const client = String.fromCharCode(65 + ((lanes.get(exchange.id) ?? 0) % 26));
    const response = cut(responseTo(exchange, name), WIDTH - BARS - 20);
    const room = WIDTH - BARS - response.length - 7;
    return `${client} ${bar.padEnd(BARS)} ${cut(asked(exchange), room)} -> ${response}`;
  });
}

/** The exchanges that a violation names; if it names none, the last ones up to the disputed one, without watches. */
function chosen(
  lines: readonly HappeningLine[],
  { exchange, involved }: Pick<Violated, 'exchange' | 'involved'>,
): readonly Exchange[] {
  const wanted = involved === undefined ? undefined : new Set([...involved, exchange]);
  const needed = wanted === undefined ? lines : lines.filter((line) => wanted.has(line.exchange));
  const all = historyOf(needed).exchanges.filter(({ call }) => call?.watching !== true);
  if (wanted !== undefined) return all;
  const near = all.filter(({ id }) => id <= exchange || isAfter(all, id, exchange));
  const last = near.findIndex(({ id }) => id === exchange) + MOST;
  return near.slice(0, last).slice(-MOST);
}

/** Whether an exchange began after the disputed one and overlaps it. */
function isAfter(all: readonly Exchange[], id: number, issue: number): boolean {
  const [one, other] = [all.find((each) => each.id === id), all.find((each) => each.id === issue)];
  return one !== undefined && other !== undefined && one.began < other.ended;
}

/** The column of each position, in order, spread over the width. */
function columns(positions: readonly number[]): (position: number) => number {
  const ranks = [...new Set(positions.filter(Number.isFinite))].sort((a, b) => a - b);
  const step = ranks.length < 2 ? 0 : Math.min(3, (BARS - 1) / (ranks.length - 1));
  return (position) => Math.round(ranks.indexOf(position) * step);
}

/** A bar between two columns; open to the edge if the exchange never ended. */
function barOf(from: number, to: number | undefined, stroke: string): string {
  const last = to ?? BARS - 1;
  const length = Math.max(0, last - from - 1);
  return `${' '.repeat(from)}[${stroke.repeat(length)}${to === undefined ? '…' : ']'}`.slice(0, BARS);
}

/** The lane of each exchange by id: the first lane that is free. */
function lanesOf(exchanges: readonly Exchange[]): ReadonlyMap<number, number> {
  const free: number[] = [];
  return new Map(
    exchanges.map(({ id, began, ended }) => {
      const found = free.findIndex((end) => end < began);
      const lane = found === -1 ? free.length : found;
      free[lane] = ended;
      return [id, lane];
    }),
  );
}

function asked({ request, call }: Exchange): string {
  const path =
    call?.resource === undefined
      ? request.path
      : [call.name ?? call.resource.plural, ...(call.operation.path.endsWith('/status') ? ['status'] : [])].join('/');
  const detail = detailOf(request.method, request.body?.value);
  return `${request.method} ${path}${detail === '' ? '' : ` ${cut(detail, 30)}`}`;
}

/** The distinguishing detail of a request: the version of a PUT, the name of a create, the paths of a patch. */
function detailOf(method: string, body: Json | undefined): string {
  const version = textAt(body, 'metadata', 'resourceVersion');
  if (method === 'PUT') return version === undefined ? '' : `at version ${version}`;
  if (method === 'POST') return textAt(body, 'metadata', 'name') ?? textAt(body, 'metadata', 'generateName') ?? '';
  return method === 'PATCH' ? named(body, []).join(' ') : '';
}

/** The paths in a patch: with the operation for a JSON patch, otherwise down to scalars. */
function named(patch: Json | undefined, path: readonly string[]): readonly string[] {
  if (Array.isArray(patch) && path.length === 0)
    return patch.map((operation) => `${textAt(operation, 'op') ?? '?'} ${(textAt(operation, 'path') ?? '').slice(1)}`);
  if (!isObject(patch)) return patch === undefined ? [] : [path.join('/')];
  return Object.entries(patch).flatMap(([member, value]) => named(value, [...path, member]));
}

function responseTo({ response, end }: Exchange, name: string | undefined): string {
  if (response === undefined) return `no response (${end?.reason ?? 'still waiting'})`;
  const body = response.body?.value;
  const items = at(body, 'items');
  if (Array.isArray(items)) return `${response.status} ${itemIn(items, name)}`;
  const version = textAt(body, 'metadata', 'resourceVersion');
  if (response.status >= 400) return `${response.status} ${textAt(body, 'reason') ?? ''}`.trimEnd();
  return `${response.status}${version === undefined || !isObject(at(body, 'metadata')) ? '' : ` version ${version}`}${!isTerminating(body) ? '' : ', leaving'}`;
}

/** The list's version of the object with that name. */
function itemIn(items: readonly Json[], name: string | undefined): string {
  const item = items.find((each) => textAt(each, 'metadata', 'name') === name);
  return item === undefined
    ? `lacks ${name ?? 'it'}`
    : `${name ?? ''} version ${textAt(item, 'metadata', 'resourceVersion') ?? '?'}`;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
