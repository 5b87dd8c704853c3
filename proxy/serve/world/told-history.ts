import { bodyBytes } from '../../../fixtures/formats/body-bytes.ts';
import type { HeaderPair, LoggedBody } from '../../../fixtures/formats/exchange-log.ts';
import type { Json, JsonObject } from '../../diff/json-value.ts';
import { isObject, memberOf, textOf } from '../../diff/json-value.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import { sentOf } from '../sent-request.ts';
import type { Call } from './call.ts';
import { callOf } from './call.ts';
import type { ObjectKey } from './world.ts';
import { textOfKey, versionOf } from './world.ts';

/** What a recorded exchange did and was answered, as far as it is about objects. */
export interface Told {
  readonly exchange: RecordedExchange;
  readonly call: Call;
  readonly status: number;
  /** Position and time of its answer. */
  readonly n: number;
  readonly t: number;
  /** The answer, where it can be read. */
  readonly value: Json | undefined;
  readonly events: readonly { readonly n: number; readonly t: number; readonly value: Json | undefined }[];
}

/** An object as the recording shows it at one moment: by a write, by a read, or as a watch tells of it. */
export interface Sighting {
  readonly how: 'created' | 'written' | 'seen' | 'removed';
  readonly n: number;
  readonly t: number;
  readonly key: ObjectKey;
  readonly object: JsonObject;
}

/** Methods by which objects change. */
const WRITES: ReadonlySet<string> = new Set(['create', 'replace', 'patch', 'replaceStatus', 'patchStatus', 'delete', 'deleteCollection']);

/** The exchanges about objects that have an answer. Rejects with an `ExchangeLogError` where a body file cannot be used. */
export async function toldBy(exchanges: readonly RecordedExchange[], logPath: string): Promise<Told[]> {
  const told: Told[] = [];
  for (const exchange of exchanges) {
    const call = callOf(exchange.request);
    const { response, body, events } = exchange.logged;
    if (call === undefined || response === undefined) continue;
    const value = body === undefined ? undefined : await valueOf(body, response.headers, logPath);
    const frames = events.map(({ n, t, body: frame }) => ({ n, t, value: 'json' in frame ? (frame.json as Json) : undefined }));
    told.push({ exchange, call, status: response.status, n: response.n, t: response.t, value, events: frames });
  }
  return told;
}

async function valueOf(body: LoggedBody, headers: readonly HeaderPair[], logPath: string): Promise<Json | undefined> {
  return 'json' in body ? (body.json as Json) : sentOf(await bodyBytes(logPath, body), headers)?.value;
}

/** Whether the exchange changed objects. */
export function isWrite({ call, status }: Told): boolean {
  return WRITES.has(call.verb) && status < 300;
}

/** Every sighting of every object, in order of observation. */
export function sightingsIn(told: readonly Told[]): Sighting[] {
  return told.flatMap((each) => [...sightingsInAnswer(each), ...sightingsInEvents(each)]).sort((a, b) => a.n - b.n);
}

function sightingsInAnswer(told: Told): Sighting[] {
  const { call, status, n, t, value } = told;
  if (status >= 300 || !isObject(value) || call.verb === 'deleteCollection') return [];
  const how = call.verb === 'create' ? 'created' : isWrite(told) ? 'written' : 'seen';
  const items = memberOf(value, 'items');
  const objects = Array.isArray(items) ? (items as readonly Json[]) : [value];
  return objects.flatMap((object) => sighting(how, { n, t }, call, object));
}

function sightingsInEvents({ call, events }: Told): Sighting[] {
  return events.flatMap(({ n, t, value }) => {
    const type = textOf(value, 'type');
    const object = memberOf(value, 'object') ?? null;
    if (type === 'ADDED' || type === 'MODIFIED') return sighting('seen', { n, t }, call, object);
    return type === 'DELETED' ? sighting('removed', { n, t }, call, object) : [];
  });
}

function sighting(how: Sighting['how'], at: { readonly n: number; readonly t: number }, { resource }: Call, object: Json): Sighting[] {
  const metadata = memberOf(object, 'metadata');
  const name = textOf(metadata, 'name');
  if (!isObject(object) || name === '' || versionOf(object) === '' || textOf(object, 'kind') === 'Status') return [];
  return [{ how, ...at, key: { kind: resource.kind, namespace: textOf(metadata, 'namespace'), name }, object }];
}

/** Name of one state of one object. */
export function stateName({ key, object }: { readonly key: ObjectKey; readonly object: Json }): string {
  return `${textOfKey(key)} ${versionOf(object)}`;
}
