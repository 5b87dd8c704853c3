import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isWrite } from '../../../spec/surface/operations.ts';
import {
  bytesOf,
  type EventLine,
  type HeaderPair,
  type LoggedBody,
  type ResponseLine,
} from '../../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogError } from '../../../shared/exchange-log/exchange-log-error.ts';
import { isObject, type Json, type JsonObject, memberOf, textOf } from '../../diff/values/json-value.ts';
import type { IndexedExchange } from '../../log/indexed-log.ts';
import { bodyFile, type RecordedExchange } from '../exchange/recorded-exchange.ts';
import { sentOf } from '../exchange/sent-request.ts';
import { type ObjectCall, callOf } from './call.ts';
import { type ServedKey, textOfKey, versionOf } from './served-state.ts';

/**
 * The effect and the response of a recorded exchange on objects. Its content stays in the log: `value` and `event`
 * read it on each access.
 */
export interface RecordedOutcome {
  readonly exchange: RecordedExchange;
  readonly call: ObjectCall;
  readonly status: number;
  /** Position and time of its response. */
  readonly n: number;
  readonly t: number;
  /** The response, if it can be parsed. */
  readonly value: Json | undefined;
  /** A summary of the response. */
  readonly response: KeptResponse;
  /** Positions of the events of a stream. */
  readonly eventsAt: readonly number[];
  /** Whether the response has an unreadable format. */
  readonly isUnreadable: boolean;
}

/** The part of a response that is kept in memory. */
interface KeptResponse {
  /** Name and version of the object; empty if it has none. */
  readonly name: string;
  readonly version: string;
  readonly isObject: boolean;
  /** Whether it has items, as lists do. */
  readonly isList: boolean;
  /** Whether the object is terminating. */
  readonly isTerminating: boolean;
}

/** An object at one moment of the recording: as a write, a read, or a watch event showed it. */
export interface RecordedObservation {
  readonly how: 'created' | 'written' | 'seen' | 'removed';
  readonly n: number;
  readonly t: number;
  readonly key: ServedKey;
  readonly version: string;
  /** The object, in memory as long as the observation is. */
  readonly object: JsonObject;
  /** Reads the object from the log again. */
  readonly again: () => JsonObject | undefined;
}

/** The exchanges about objects that have a response. Throws an `ExchangeLogError` if a body file cannot be used. */
export function outcomesOf(exchanges: readonly RecordedExchange[], logPath: string): RecordedOutcome[] {
  return exchanges.flatMap((exchange) => {
    const call = callOf(exchange.request);
    const response = exchange.logged.response;
    return call === undefined || response === undefined ? [] : [eventsOfOutcome(exchange, call, response, logPath)];
  });
}

function eventsOfOutcome(
  exchange: RecordedExchange,
  call: ObjectCall,
  { status, n, t, headers }: ResponseLine,
  logPath: string,
): RecordedOutcome {
  const { logged, streaming } = exchange;
  const valueNow = (): Json | undefined => {
    const body = logged.body?.body;
    return body === undefined ? undefined : valueOf(body, headers, logPath);
  };
  const value = valueNow();
  const events = [...eventsIn(logged)];
  const isUnreadable = streaming
    ? events.some(({ readable }) => !readable)
    : value === undefined && logged.body !== undefined;
  return {
    exchange,
    call,
    status,
    n,
    t,
    get value() {
      return valueNow();
    },
    response: keptResponseOf(value),
    eventsAt: events.map(({ at }) => at),
    isUnreadable,
  };
}

function* eventsIn(logged: IndexedExchange): Generator<{ readonly at: number; readonly readable: boolean }> {
  for (const { n, body } of logged.events()) yield { at: n, readable: 'json' in body };
}

function keptResponseOf(value: Json | undefined): KeptResponse {
  const metadata = memberOf(value, 'metadata');
  return {
    name: textOf(metadata, 'name'),
    version: versionOf(value),
    isObject: isObject(value),
    isList: Array.isArray(memberOf(value, 'items')),
    isTerminating: memberOf(metadata, 'deletionTimestamp') !== undefined,
  };
}

function valueOf(body: LoggedBody, headers: readonly HeaderPair[], logPath: string): Json | undefined {
  if ('json' in body) return body.json as Json;
  return sentOf('file' in body ? fileBytes(body, logPath) : (bytesOf(body) ?? Buffer.alloc(0)), headers)?.value;
}

function fileBytes({ file, sha256 }: Extract<LoggedBody, { readonly file: string }>, logPath: string): Buffer {
  const bytes = readFileSync(bodyFile(logPath, file));
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new ExchangeLogError(`${logPath}: the body file ${file} is not the one that was recorded`);
  return bytes;
}

/** Whether the exchange changed objects. */
export function changedObjects({ call, status }: RecordedOutcome): boolean {
  return isWrite(call.verb) && status < 300;
}

/** Every observation of every object, in order; one response or event is in memory at a time. */
export function* observationsIn(delivered: readonly RecordedOutcome[]): Generator<RecordedObservation> {
  const moments = delivered.flatMap((each) => [
    { each, n: each.n, event: -1 },
    ...each.eventsAt.map((n, event) => ({ each, n, event })),
  ]);
  for (const { each, event } of moments.sort((a, b) => a.n - b.n))
    yield* event === -1 ? observationsInResponse(each) : observationsInEvent(each, event);
}

function* observationsInResponse(delivered: RecordedOutcome): Generator<RecordedObservation> {
  const { call, status, response } = delivered;
  if (status >= 300 || !response.isObject || call.verb === 'deleteCollection') return;
  const how = call.verb === 'create' ? 'created' : changedObjects(delivered) ? 'written' : 'seen';
  for (const [index, object] of objectsIn(delivered.value).entries())
    yield* observation(how, delivered, call, object, () => objectsIn(delivered.value)[index]);
}

function objectsIn(value: Json | undefined): readonly Json[] {
  const items = memberOf(value, 'items');
  return Array.isArray(items) ? (items as readonly Json[]) : [value ?? null];
}

function* observationsInEvent({ exchange, call }: RecordedOutcome, event: number): Generator<RecordedObservation> {
  const line = exchange.logged.event(event);
  const value = frameValue(line);
  const type = textOf(value, 'type');
  const again = (): Json | undefined => memberOf(frameValue(exchange.logged.event(event)), 'object');
  const object = memberOf(value, 'object') ?? null;
  if (line === undefined) return;
  if (type === 'ADDED' || type === 'MODIFIED') yield* observation('seen', line, call, object, again);
  if (type === 'DELETED') yield* observation('removed', line, call, object, again);
}

function frameValue(line: EventLine | undefined): Json | undefined {
  return line !== undefined && 'json' in line.body ? (line.body.json as Json) : undefined;
}

function* observation(
  how: RecordedObservation['how'],
  { n, t }: Pick<RecordedObservation, 'n' | 't'>,
  { resource }: ObjectCall,
  object: Json,
  again: () => Json | undefined,
): Generator<RecordedObservation> {
  const metadata = memberOf(object, 'metadata');
  const [name, version] = [textOf(metadata, 'name'), versionOf(object)];
  if (!isObject(object) || name === '' || version === '' || textOf(object, 'kind') === 'Status') return;
  const read = (): JsonObject | undefined => {
    const value = again();
    return isObject(value) ? value : undefined;
  };
  yield {
    how,
    n,
    t,
    key: { kind: resource.kind, namespace: textOf(metadata, 'namespace'), name },
    version,
    object,
    again: read,
  };
}

/** Name of one state of one object. */
export function stateName({ key, version }: Pick<RecordedObservation, 'key' | 'version'>): string {
  return `${textOfKey(key)} ${version}`;
}
