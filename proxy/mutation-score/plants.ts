import type { EventLine, HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { exchangesOf, type LoggedExchange } from '../log/logged-exchange.ts';
import { type Json, memberOf, textOf } from '../diff/values/json-value.ts';
import { subjectOf } from '../diff/values/subjects.ts';

/** A server fault that can be planted into a recording: the changed recordings, one for each possible place. */
export interface PlantedFault {
  readonly name: string;
  plant(lines: readonly HappeningLine[]): HappeningLine[][];
}

type TextEdit = (text: string) => string;

const OTHER_UID = '00000000-0000-4000-8000-000000000000';

/** Every fault, in as many places of a recording as it fits. */
export const PLANTED_FAULTS: readonly PlantedFault[] = [
  fault('a PUT changes the uid', (lines) =>
    responded(lines, 'PUT').map((put) =>
      changed(lines, ({ n }) => n >= (put.response?.n ?? 0), replacing(metadata(put, 'uid'), OTHER_UID)),
    ),
  ),
  fault('a write keeps the version', (lines) =>
    responded(lines, 'PUT', 'PATCH').flatMap((write) => {
      const before = versionBefore(lines, write);
      return before === undefined
        ? []
        : [
            changed(
              lines,
              ({ kind }) => kind !== 'request',
              replacing(`"resourceVersion":"${metadata(write, 'resourceVersion')}"`, `"resourceVersion":"${before}"`),
            ),
          ];
    }),
  ),
  fault('an object is created again with its old uid', (lines) => {
    const made = responded(lines, 'POST');
    return made.flatMap((again, index) => {
      const first = made.slice(0, index).find((each) => subject(each) === subject(again));
      return first === undefined
        ? []
        : [changed(lines, () => true, replacing(metadata(again, 'uid'), metadata(first, 'uid')))];
    });
  }),
  fault('a write changes the creation time', (lines) =>
    responded(lines, 'PUT', 'PATCH').map((write) =>
      inResponse(lines, write, (text) => text.replace(/("creationTimestamp":")[^"]+/, '$12001-01-01T00:00:00Z')),
    ),
  ),
  fault('a list has a version older than its items', (lines) =>
    lists(lines, 1).flatMap((list) => {
      const [oldest] = responded(lines, 'POST');
      const items = itemsOf(list).map((item) => textOf(memberOf(item, 'metadata'), 'resourceVersion'));
      const version = oldest === undefined ? '' : metadata(oldest, 'resourceVersion');
      return version === '' || items.every((item) => item === version)
        ? []
        : [inResponse(lines, list, (text) => text.replace(/("json":\{.*?"resourceVersion":")[^"]+/, `$1${version}`))];
    }),
  ),
  fault('an event has another version than its write', (lines) =>
    eventsOf(lines, 'ADDED', 'MODIFIED')
      .filter((event) => writeOf(lines, event) !== undefined)
      .map((event) =>
        changed(
          lines,
          (line) => line === event,
          (text) => text.replace(/("resourceVersion":")/, '$19'),
        ),
      ),
  ),
  fault('two watches disagree', (lines) =>
    eventsOf(lines, 'ADDED', 'MODIFIED')
      .filter(
        (event, _, all) =>
          otherContent(JSON.stringify(event)) !== JSON.stringify(event) &&
          all.some((other) => other.exchange !== event.exchange && versionOf(other) === versionOf(event)),
      )
      .map((event) => changed(lines, (line) => line === event, otherContent)),
  ),
  fault('a delete names the uid of another object', (lines) =>
    responded(lines, 'DELETE').flatMap((gone) => {
      const uid = textOf(memberOf(responseOf(gone), 'details'), 'uid');
      const other = responded(lines, 'POST')
        .map((made) => metadata(made, 'uid'))
        .find((each) => each !== uid);
      return uid === '' || other === undefined ? [] : [inResponse(lines, gone, replacing(uid, other))];
    }),
  ),
  fault('generateName is ignored', (lines) =>
    responded(lines, 'POST').flatMap((made) =>
      metadata(made, 'generateName') === ''
        ? []
        : [changed(lines, () => true, replacing(metadata(made, 'name'), 'zz'))],
    ),
  ),
  fault('a stale PUT is accepted', (lines) =>
    exchangesOf(lines)
      .filter(({ request, response }) => request.method === 'PUT' && response?.status === 409)
      .map(({ id }) =>
        lines.map((line) => (line.kind === 'response' && line.exchange === id ? { ...line, status: 200 } : line)),
      ),
  ),
  fault('a watch misses an event', (lines) => eventsOf(lines).map((event) => lines.filter((line) => line !== event))),
  fault('a watch delivers an event twice', (lines) =>
    eventsOf(lines).map((event) =>
      lines.flatMap((line) => (line === event ? [line, { ...line, n: line.n + 0.5 }] : [line])),
    ),
  ),
  fault('a watch delivers one more event at its end', (lines) =>
    watches(lines).flatMap(({ events }) => {
      const last = events.at(-1);
      return last === undefined
        ? []
        : [
            lines.flatMap((line) =>
              line === last ? [line, { ...line, index: last.index + 1, n: line.n + 0.5 }] : [line],
            ),
          ];
    }),
  ),
  fault('a watch delivers two changes in the wrong order', (lines) =>
    watches(lines).flatMap(({ events }) =>
      events.slice(1).flatMap((second, index) => {
        const first = events[index];
        return first === undefined || !isSequential(lines, first, second)
          ? []
          : [
              lines.map((line) =>
                line === first
                  ? { ...second, n: first.n, index: first.index }
                  : line === second
                    ? { ...first, n: second.n, index: second.index }
                    : line,
              ),
            ];
      }),
    ),
  ),
  fault('a DELETED event shows an older state', (lines) =>
    eventsOf(lines, 'DELETED')
      .filter((event) => otherContent(JSON.stringify(event)) !== JSON.stringify(event))
      .map((event) => changed(lines, (line) => line === event, otherContent)),
  ),
  fault('a list lacks an item', (lines) =>
    lists(lines, 1).flatMap((list) =>
      itemsOf(list).map((_, gone) =>
        withResponse(
          lines,
          list,
          (value) => ({ ...(value as object), items: itemsOf(list).filter((__, index) => index !== gone) }) as Json,
        ),
      ),
    ),
  ),
  fault('a response has one more member', (lines) =>
    objects(lines).map((read) =>
      inResponse(lines, read, (text) => text.replace('"metadata":{', '"metadata":{"more":"x",')),
    ),
  ),
  fault('a response has one member less', (lines) =>
    objects(lines).map((read) => inResponse(lines, read, (text) => text.replace(/"selfLink":"[^"]*",?/, ''))),
  ),
  fault('a response differs from the stored object', (lines) =>
    objects(lines)
      .filter((read) => otherContent(JSON.stringify(bodyLine(lines, read))) !== JSON.stringify(bodyLine(lines, read)))
      .map((read) => inResponse(lines, read, otherContent)),
  ),
  fault('a response has another media type', (lines) =>
    objects(lines).map(({ id }) =>
      lines.map((line) =>
        line.kind === 'response' && line.exchange === id
          ? { ...line, headers: [['Content-Type', 'text/plain']] }
          : line,
      ),
    ),
  ),
  fault('a request gets no response', (lines) =>
    objects(lines).map(({ id }) => lines.filter(({ exchange }) => exchange !== id)),
  ),
];

function fault(name: string, plant: PlantedFault['plant']): PlantedFault {
  return { name, plant };
}

/** The lines with some of them changed as text. */
function changed(
  lines: readonly HappeningLine[],
  which: (line: HappeningLine) => boolean,
  change: TextEdit,
): HappeningLine[] {
  return lines.map((line) => (which(line) ? (JSON.parse(change(JSON.stringify(line))) as HappeningLine) : line));
}

function replacing(text: string, by: string): TextEdit {
  return (whole) => (text === '' ? whole : whole.replaceAll(text, by));
}

/** Another value in the data of an object, or in its labels. */
function otherContent(text: string): string {
  return text.replace(/("(?:data|labels)":\{"[^"]+":")/, '$1other-');
}

function inResponse(lines: readonly HappeningLine[], { id }: LoggedExchange, change: TextEdit): HappeningLine[] {
  return changed(lines, ({ kind, exchange }) => kind === 'body' && exchange === id, change);
}

function withResponse(
  lines: readonly HappeningLine[],
  { id }: LoggedExchange,
  change: (value: Json) => Json,
): HappeningLine[] {
  return lines.map((line) =>
    line.kind === 'body' && line.exchange === id && 'json' in line.body
      ? { ...line, body: { json: change(line.body.json as Json) } }
      : line,
  );
}

function bodyLine(lines: readonly HappeningLine[], { id }: LoggedExchange): HappeningLine | undefined {
  return lines.find(({ kind, exchange }) => kind === 'body' && exchange === id);
}

/** Successful requests with these methods. */
function responded(lines: readonly HappeningLine[], ...methods: readonly string[]): LoggedExchange[] {
  return exchangesOf(lines).filter(
    ({ request, response, body }) =>
      methods.includes(request.method) && (response?.status ?? 500) < 300 && body !== undefined,
  );
}

/** Single objects in responses to reads and writes. */
function objects(lines: readonly HappeningLine[]): LoggedExchange[] {
  return responded(lines, 'GET', 'PUT', 'PATCH', 'POST').filter((exchange) => metadata(exchange, 'uid') !== '');
}

/** Lists of objects with versions, which discovery lists lack. */
function lists(lines: readonly HappeningLine[], least: number): LoggedExchange[] {
  return responded(lines, 'GET').filter(
    (list) => itemsOf(list).length >= least && metadata(list, 'resourceVersion') !== '',
  );
}

function watches(lines: readonly HappeningLine[]): LoggedExchange[] {
  return exchangesOf(lines).filter(({ events }) => events.length > 0);
}

function eventsOf(lines: readonly HappeningLine[], ...types: readonly string[]): EventLine[] {
  return lines.filter(
    (line): line is EventLine =>
      line.kind === 'event' && (types.length === 0 || types.includes(textOf(valueOf(line), 'type'))),
  );
}

/** Whether the writes of two events did not overlap while their watch was open, so their order is settled. */
function isSequential(lines: readonly HappeningLine[], first: EventLine, second: EventLine): boolean {
  const opened = exchangesOf(lines).find(({ id }) => id === first.exchange)?.request.n ?? 0;
  const one = writeOf(lines, first);
  const other = writeOf(lines, second);
  return (
    one !== undefined &&
    other !== undefined &&
    one.request.n > opened &&
    (one.end?.n ?? Number.POSITIVE_INFINITY) < other.request.n
  );
}

/** The write behind an event, by its version. */
function writeOf(lines: readonly HappeningLine[], event: EventLine): LoggedExchange | undefined {
  return responded(lines, 'POST', 'PUT', 'PATCH').find(
    (write) => metadata(write, 'resourceVersion') === versionOf(event),
  );
}

function versionBefore(lines: readonly HappeningLine[], write: LoggedExchange): string | undefined {
  const before = responded(lines, 'POST', 'PUT', 'PATCH').filter(
    (each) => each.request.n < write.request.n && metadata(each, 'uid') === metadata(write, 'uid'),
  );
  return before
    .map((each) => metadata(each, 'resourceVersion'))
    .findLast((version) => version !== metadata(write, 'resourceVersion'));
}

function versionOf(event: EventLine): string {
  return textOf(memberOf(memberOf(valueOf(event), 'object'), 'metadata'), 'resourceVersion');
}

function valueOf({ body }: EventLine): Json | undefined {
  return 'json' in body ? (body.json as Json) : undefined;
}

function responseOf({ body }: LoggedExchange): Json | undefined {
  return body !== undefined && 'json' in body ? (body.json as Json) : undefined;
}

function metadata(exchange: LoggedExchange, member: string): string {
  return textOf(memberOf(responseOf(exchange), 'metadata'), member);
}

function subject(exchange: LoggedExchange): string {
  return subjectOf(exchange.request.method, exchange.request.target, responseOf(exchange));
}

function itemsOf(list: LoggedExchange): readonly Json[] {
  const items = memberOf(responseOf(list), 'items');
  return Array.isArray(items) ? (items as readonly Json[]) : [];
}
