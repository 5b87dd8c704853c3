import type { Resource } from '../../../spec/surface/resources.ts';
import type { Call, Exchange, StreamEvent } from '../history.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../json.ts';
import { keyOf, type ObjectKey } from './object-key.ts';

/** One read or event that showed an object: its content, and when it was the stored content. */
export interface Observation {
  readonly key: ObjectKey;
  readonly uid: string | undefined;
  readonly version: string | undefined;
  /** The content as shown, with `kind` and `apiVersion` added to list items that lack them. */
  readonly content: JsonObject;
  /** The annotations of the system, with their values, which the content lacks. */
  readonly systemAnnotations?: JsonObject;
  /** The resource (group version) through which it was read. */
  readonly gvr: Resource;
  /**
   * `write`: the response of a create, replace or patch. `delete`: the response of a delete, which is the last state
   * or a terminating one. `event`: a watch event that shows a stored state. `deleted-event`: any other event, such
   * as DELETED. Its object is the last state, under its own version or the version of the write that deleted it.
   */
  readonly source: 'write' | 'delete' | 'get' | 'list' | 'event' | 'deleted-event';
  /**
   * The content was the stored one at some position in [began, ended]. For events, and for reads that name a version
   * and may come from a cache, `began` is 0: the content was stored at some earlier time.
   */
  readonly began: number;
  readonly ended: number;
  readonly exchange: Exchange;
  /** For observations in a watch. */
  readonly event: StreamEvent | undefined;
}

/**
 * Every object that the response of an exchange shows. Exported forms (`export=true`) and truncated responses show
 * none.
 */
export function observationsIn(exchange: Exchange): readonly Observation[] {
  const { call } = exchange;
  if (call?.resource === undefined || exports(exchange)) return [];
  const resource = call.resource;
  if (call.watching) return inStream(exchange, call, resource);
  if (!isWhole(exchange)) return [];
  const body = exchange.response?.body?.value;
  const items = at(body, 'items');
  return (Array.isArray(items) ? items : [body]).flatMap((shown) => inResponse(exchange, call, resource, shown));
}

/** Whether the response is 2xx and complete. */
export function isWhole(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return exchange.end?.reason === 'complete' && status >= 200 && status < 300;
}

/** Whether a read may return an older state because it names a version (document, List/watch query parameters). */
export function mayBeStale(exchange: Exchange): boolean {
  return exchange.request.query.has('resourceVersion');
}

function exports(exchange: Exchange): boolean {
  const value = exchange.request.query.get('export');
  return value !== null && value !== 'false' && value !== '0';
}

/** The types of events that show a stored state, as the reference names them (document, Events 6). */
const STATE_EVENTS: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED']);
const DELETED_EVENT = 'DELETED';

function inStream(exchange: Exchange, call: Call, resource: Resource): Observation[] {
  const updates = otherUpdateTypes(exchange);
  return exchange.events.flatMap((event) => {
    const source = STATE_EVENTS.has(event.type) || updates.has(event.type) ? 'event' : 'deleted-event';
    return observation(event.object, { call, resource, source, began: 0, ended: event.n, exchange, event });
  });
}

/**
 * Other event types that cannot mean a deletion, because another event of the same object followed and was not
 * ADDED.
 */
function otherUpdateTypes({ events }: Exchange): ReadonlySet<string> {
  const types = new Set<string>();
  const last = new Map<string, string>();
  for (const { type, object } of events) {
    const uid = textAt(object, 'metadata', 'uid') ?? '';
    const before = last.get(uid);
    if (before !== undefined && before !== DELETED_EVENT && type !== 'ADDED') types.add(before);
    last.set(uid, type);
  }
  return types;
}

function inResponse(exchange: Exchange, call: Call, resource: Resource, shown: Json | undefined): Observation[] {
  const source = SOURCES[call.verb];
  if (source === undefined) return [];
  const stale = (source === 'get' || source === 'list') && mayBeStale(exchange);
  return observation(shown, {
    call,
    resource,
    source,
    began: stale ? 0 : exchange.began,
    ended: exchange.ended,
    exchange,
    event: undefined,
  });
}

const SOURCES: Readonly<Partial<Record<Call['verb'], Observation['source']>>> = {
  create: 'write',
  replace: 'write',
  patch: 'write',
  replaceStatus: 'write',
  patchStatus: 'write',
  delete: 'delete',
  deleteCollection: 'delete',
  get: 'get',
  getStatus: 'get',
  list: 'list',
  listAll: 'list',
};

interface ObservationContext extends Pick<Observation, 'source' | 'began' | 'ended' | 'exchange' | 'event'> {
  readonly call: Call;
  readonly resource: Resource;
}

/** The observation of an object of the resource; none if the value is something else, such as a Status. */
function observation(shown: Json | undefined, { call, resource, ...rest }: ObservationContext): Observation[] {
  const name = textAt(shown, 'metadata', 'name');
  const kind = textAt(shown, 'kind') ?? resource.kind;
  if (!isObject(shown) || name === undefined || kind !== resource.kind) return [];
  const namespace = call.namespace ?? textAt(shown, 'metadata', 'namespace');
  return [
    {
      ...rest,
      key: keyOf(resource, namespace, call.name ?? name),
      uid: textAt(shown, 'metadata', 'uid'),
      version: textAt(shown, 'metadata', 'resourceVersion'),
      content: namesItsKind(shown) ? shown : { kind, apiVersion: resource.apiVersion, ...shown },
      gvr: resource,
    },
  ];
}

function namesItsKind(shown: JsonObject): boolean {
  return Object.hasOwn(shown, 'kind') && Object.hasOwn(shown, 'apiVersion');
}
