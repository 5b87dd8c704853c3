import { type Selectors, selectorsOf } from '../selectors.ts';
import { groupBy } from '../../../shared/group-by.ts';
import { cached } from '../../../shared/cached.ts';
import type { History } from '../../oracle/history.ts';
import { type Json, textAt } from '../../oracle/json.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { listsAtVersion } from '../lists-at-version.ts';
import type { ResourceCalled } from '../responses.ts';
import { makerOfState } from './makers.ts';
import { stateId } from '../../oracle/state/state-id.ts';
import { streamFault } from './stream-fault.ts';

/** A watch whose response is a stream of events: `watch/answers-a-stream` judges that it is one. */
export interface Watch extends Selectors {
  readonly exchange: ResourceCalled;
  /** Events with an object of the kind, in order. */
  readonly events: readonly WatchedEvent[];
  /** The form of the request, as evidence: `one object by path`. */
  readonly form: string;
  /** Whether its selectors exclude objects in its scope. */
  readonly selects: boolean;
  readonly start: WatchStart;
  /** Whether the server sent an error event. It is unknown what the stream left out. */
  readonly gaveUp: boolean;
}

export interface WatchedEvent extends Observation {
  readonly type: string;
  /** Position in the stream's events of the kind, from 0. */
  readonly index: number;
}

/**
 * The start of a stream. `existing`: the request named no version. Otherwise, the known bounds of the version's
 * moment: changes that began after `after` are later, changes settled before `before` are not. `undefined` if the
 * history does not prove it.
 */
type WatchStart =
  | { readonly from: 'existing'; readonly after: number }
  | { readonly from: 'list' | 'write' | 'event' | 'read'; readonly after: number; readonly before: number | undefined }
  | { readonly from: 'unknown' };

const WATCHES = new WeakMap<History, readonly Watch[]>();

/** Every watch of a history with a stream as its response, folded once and cached. */
export function watchesIn(history: History): readonly Watch[] {
  return cached(WATCHES, history, () => findWatches(history));
}

function findWatches(history: History): readonly Watch[] {
  const observed = observedStateOf(history);
  const byExchange = eventsByExchange(observed);
  return history.exchanges
    .filter(
      (exchange): exchange is ResourceCalled =>
        exchange.call?.watching === true &&
        exchange.call.resource !== undefined &&
        (exchange.response?.status ?? 0) === 200 &&
        streamFault(exchange) === undefined,
    )
    .map((exchange) => watchOf(exchange, history, observed, byExchange.get(exchange.id) ?? []));
}

function eventsByExchange(observed: ObservedState): ReadonlyMap<number, readonly Observation[]> {
  const events = observed.keys.flatMap((key) =>
    observed.observationsOf(key).filter(({ event }) => event !== undefined),
  );
  return groupBy(events, ({ exchange }) => exchange.id);
}

function watchOf(
  exchange: ResourceCalled,
  history: History,
  observed: ObservedState,
  observations: readonly Observation[],
): Watch {
  const { call } = exchange;
  const { labels, fields: given } = selectorsOf(exchange);
  // A watch of one object by parameter names it in a field selector, which the call's name represents.
  const isNamed = call.verb === 'watch' && call.operation.verb !== 'watch';
  const fields = isNamed ? [] : given;
  const inOrder = observations.toSorted((a, b) => a.ended - b.ended);
  return {
    exchange,
    events: inOrder.map((observation, index) => ({ ...observation, type: observation.event?.type ?? '', index })),
    form: `${SCOPES[call.verb] ?? call.verb} by ${call.operation.response === 'WatchEvent' ? 'path' : 'parameter'}`,
    labels,
    fields,
    selects: labels === undefined || fields === undefined || labels.length > 0 || fields.length > 0,
    start: startOf(exchange, history, observed),
    gaveUp: exchange.events.some((event) => isGivingUp(event.type, event.object)),
  };
}

const SCOPES: Readonly<Partial<Record<string, string>>> = {
  watch: 'one object',
  watchList: 'a collection',
  watchAll: 'all namespaces',
};

/** Whether an event carries a Status instead of an object; the document leaves the type of such events open. */
export function isGivingUp(type: string, object: Json | undefined): boolean {
  return type === 'ERROR' || textAt(object, 'kind') === 'Status';
}

function startOf(exchange: ResourceCalled, history: History, observed: ObservedState): WatchStart {
  const { joined } = exchange;
  if (joined !== undefined)
    return joined.from === 'existing' || joined.from === 'unknown'
      ? { from: joined.from, after: joined.after }
      : { ...joined, from: joined.from, before: undefined };
  const version = exchange.request.query.get('resourceVersion') ?? '';
  if (version === '0') return { from: 'unknown' };
  if (version === '') return { from: 'existing', after: exchange.response?.n ?? exchange.began };
  return fromList(exchange, history, version) ?? fromObject(exchange, observed, version) ?? { from: 'unknown' };
}

/** The version of a list of the same kind, in the same namespace or a wider scope. */
function fromList(exchange: ResourceCalled, history: History, version: string): WatchStart | undefined {
  const lists = listsAtVersion(history, exchange, version).filter(
    (list) => list.ended < exchange.began && !list.request.query.has('resourceVersion'),
  );
  const [first] = lists;
  if (first === undefined) return undefined;
  return {
    from: 'list',
    after: Math.max(...lists.map((list) => list.ended)),
    before: Math.min(...lists.map((list) => list.began)),
  };
}

/**
 * The version of an object of the same kind: that of the write that certainly made it, else of its first observation.
 * A write that changed nothing returns an older version.
 */
function fromObject({ call, began }: ResourceCalled, observed: ObservedState, version: string): WatchStart | undefined {
  const own = observed.keys.filter(({ kind }) => kind === call.resource.kind);
  const seen = own
    .flatMap((key) => observed.observationsOf(key))
    .filter(
      (observation) => observation.version === version && observation.ended < began && observation.source !== 'delete',
    );
  const [first] = seen.toSorted((a, b) => a.ended - b.ended);
  if (first === undefined) return undefined;
  const isWritten = seen.some(({ source }) => source === 'write');
  const from = seen.some(({ source }) => source === 'event') ? 'event' : isWritten ? 'write' : 'read';
  return { from, after: first.ended, before: makerOfState(observed, first)?.began };
}

/** Whether an object is in the scope of the watch, regardless of selectors. */
export function watches({ exchange: { call } }: Watch, key: ObjectKey): boolean {
  if (call.resource.kind !== key.kind) return false;
  if (call.namespace !== undefined && call.namespace !== key.namespace) return false;
  return call.name === undefined || call.name === key.name;
}

/** The event of a stream with that state of that object, the earliest of several. */
export function eventOf(watch: Watch, uid: string | undefined, version: string | undefined): WatchedEvent | undefined {
  if (uid === undefined || version === undefined) return undefined;
  const known = cached(
    BY_STATE,
    watch,
    () => new Map(watch.events.toReversed().map((event) => [stateId(event), event])),
  );
  return known.get(stateId({ uid, version }));
}

/** Whether a stream delivered the object of an event before that event. */
export function isKnown({ events }: Watch, { uid, index }: WatchedEvent): boolean {
  return events.some((earlier) => earlier.uid === uid && earlier.index < index);
}

const BY_STATE = new WeakMap<Watch, ReadonlyMap<string, WatchedEvent>>();

/**
 * Whether a stream that begins, or may begin, with existing objects may include a change from that position in its
 * initial state instead of delivering it as a change. A server may send the response head before it reads the
 * existing objects, but has read them before it delivers any event.
 */
export function mayTakeIn({ start, exchange }: Watch, position: number): boolean {
  return (
    (start.from === 'existing' || start.from === 'unknown') &&
    position < (exchange.events[0]?.n ?? Number.POSITIVE_INFINITY)
  );
}

/** The selectors of a watch, as requested. */
export function selectorOf({ exchange: { request } }: Watch): string {
  return ['labelSelector', 'fieldSelector'].flatMap((name) => request.query.get(name) ?? []).join(' and ');
}
