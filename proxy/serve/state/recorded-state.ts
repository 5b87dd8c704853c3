import { append } from '../../../shared/group-by.ts';
import type { JsonObject } from '../../diff/values/json-value.ts';
import type { RecordedExchange } from '../exchange/recorded-exchange.ts';
import {
  changedObjects,
  type RecordedObservation,
  observationsIn,
  type RecordedOutcome,
  stateName,
} from './recorded-outcomes.ts';
import { type ServedKey, ServedState, textOfKey, type Thing } from './served-state.ts';

/** A change without a recorded request: by a controller, or by an unrecorded client. */
export interface Spontaneous {
  readonly key: ServedKey;
  /** Whether the object was deleted. */
  readonly removed: boolean;
  /** The new object, read from the log. */
  readonly object: () => JsonObject | undefined;
  /** Whether the object existed before; otherwise it is added. */
  readonly known: boolean;
  /** Recorded milliseconds since the response to the preceding write, or since the recording began. */
  readonly delay: number;
}

/** The state at the beginning of a recording, and its spontaneous changes. */
export interface RecordedState {
  readonly state: ServedState;
  /** By the preceding exchange; `undefined`: before any write. */
  readonly spontaneous: ReadonlyMap<RecordedExchange | undefined, readonly Spontaneous[]>;
  /** Objects in the recording, as `textOfKey` names them. */
  readonly knownObjects: ReadonlySet<string>;
  /** Deletes after which the object still existed, as after graceful ones. */
  readonly graceful: ReadonlySet<RecordedExchange>;
}

/**
 * Reconstructs the state of a recording. An object that is shown before any recorded request created it existed from
 * the beginning. A state that no recorded write returned arose spontaneously, some time after the preceding write.
 *
 *     GET a -> version 3                  a is there from the beginning
 *     POST b -> version 4, ADDED b 4      b is made by the POST
 *     MODIFIED b 5                        b changes by itself, after the POST
 */
export function recordedState(delivered: readonly RecordedOutcome[]): RecordedState {
  const { written, lastSeen, firstWritten, lastVersion } = surveyOf(delivered);
  const graceful = new Set(
    delivered.filter((each) => changedObjects(each) && isGraceful(each, lastSeen)).map(({ exchange }) => exchange),
  );
  const knownObjects = new Set<string>();
  const things = new Map<string, Thing>();
  const spontaneous = new Map<RecordedExchange | undefined, Spontaneous[]>();
  const reader = new Reader(delivered, graceful);
  for (const observation of observationsIn(delivered)) {
    const { key, object, how, again } = observation;
    knownObjects.add(textOfKey(key));
    const first = reader.isFirst(observation) && how !== 'created';
    const fresh = first && !reader.wasAbsent(observation);
    if (fresh) things.set(textOfKey(key), { key, object, asRecorded: true });
    const byItself =
      how === 'removed' ? !reader.isDeleted(observation) : !fresh && !written.has(stateName(observation));
    if (!reader.isNews(observation) || !byItself) continue;
    const after = reader.writeBefore(observation);
    append(spontaneous, after?.exchange, {
      key,
      removed: how === 'removed',
      object: again,
      known: !first,
      delay: observation.t - (after?.t ?? 0),
    });
  }
  return {
    state: new ServedState(things.values(), firstVersion(delivered, firstWritten), lastVersion),
    spontaneous,
    knownObjects,
    graceful,
  };
}

/** Facts about the whole recording that are needed before it is read in order. */
interface Survey {
  /** The states that recorded writes returned. */
  readonly written: ReadonlySet<string>;
  /** The last position of each object. */
  readonly lastSeen: ReadonlyMap<string, number>;
  /** The lowest version that a recorded write made, as a number, and the highest of all. */
  readonly firstWritten: number;
  readonly lastVersion: number;
}

function surveyOf(delivered: readonly RecordedOutcome[]): Survey {
  const written = new Set<string>();
  const lastSeen = new Map<string, number>();
  let firstWritten = Number.MAX_SAFE_INTEGER;
  let lastVersion = delivered.reduce((last, { response }) => Math.max(last, numberOf(response.version)), 0);
  for (const observation of observationsIn(delivered)) {
    const number = numberOf(observation.version);
    lastVersion = Math.max(lastVersion, number);
    if (observation.how === 'seen') lastSeen.set(textOfKey(observation.key), observation.n);
    if (observation.how !== 'created' && observation.how !== 'written') continue;
    written.add(stateName(observation));
    if (number > 0) firstWritten = Math.min(firstWritten, number);
  }
  return { written, lastSeen, firstWritten, lastVersion };
}

/** Reads observations in order and keeps their facts; effects of writes are looked up in indexes. */
class Reader {
  readonly #writes: readonly RecordedOutcome[];
  /** Position of the first recorded create of an object. */
  readonly #created = new Map<string, number>();
  /** Positions of deletes of an object, and of whole collections by kind and namespace, each the first. */
  readonly #deleted = new Map<string, number>();
  /** Position of the first list of a kind and namespace without a selector. */
  readonly #listed = new Map<string, number>();
  readonly #known = new Set<string>();
  readonly #states = new Set<string>();
  readonly #newest = new Map<string, number>();
  #written = 0;

  constructor(delivered: readonly RecordedOutcome[], graceful: ReadonlySet<RecordedExchange>) {
    this.#writes = delivered.filter(changedObjects).sort((a, b) => a.n - b.n);
    for (const each of delivered) {
      const { call, response, exchange, n } = each;
      const key = { kind: call.resource.kind, namespace: call.namespace, name: call.name };
      if (changedObjects(each) && call.verb === 'create')
        first(this.#created, textOfKey({ ...key, name: response.name }), exchange.began);
      if (
        changedObjects(each) &&
        (call.verb === 'delete' || call.verb === 'deleteCollection') &&
        !graceful.has(exchange)
      )
        first(this.#deleted, textOfKey(key), exchange.began);
      if (isWholeList(each))
        first(
          this.#listed,
          textOfKey({ ...key, namespace: call.verb === 'listAll' ? '' : call.namespace, name: '' }),
          n,
        );
    }
  }

  /** Whether the object was unknown, and no recorded create made it before; from then on it is known. */
  isFirst({ key, n }: RecordedObservation): boolean {
    const name = textOfKey(key);
    if (this.#known.has(name)) return false;
    this.#known.add(name);
    return !isBefore(this.#created, name, n);
  }

  /** Whether an earlier list without a selector proves that the object was absent. */
  wasAbsent({ key, n }: RecordedObservation): boolean {
    return (
      isBefore(this.#listed, textOfKey({ ...key, name: '' }), n) ||
      isBefore(this.#listed, textOfKey({ ...key, namespace: '', name: '' }), n)
    );
  }

  /** Whether that state is new, and no older one that a watch delivers late. */
  isNews(observation: RecordedObservation): boolean {
    const name = `${observation.how === 'removed' ? 'removed ' : ''}${stateName(observation)}`;
    if (this.#states.has(name)) return false;
    this.#states.add(name);
    const [key, version] = [textOfKey(observation.key), Number(observation.version)];
    if (observation.how !== 'removed' && version < (this.#newest.get(key) ?? 0)) return false;
    this.#newest.set(key, Math.max(version, this.#newest.get(key) ?? 0));
    return true;
  }

  /** Whether a recorded request deleted it. */
  isDeleted({ key, n }: RecordedObservation): boolean {
    return isBefore(this.#deleted, textOfKey(key), n) || isBefore(this.#deleted, textOfKey({ ...key, name: '' }), n);
  }

  /** The preceding write by its response; observations come in order. */
  writeBefore({ n }: RecordedObservation): RecordedOutcome | undefined {
    while ((this.#writes[this.#written]?.n ?? Number.POSITIVE_INFINITY) < n) this.#written += 1;
    return this.#writes[this.#written - 1];
  }
}

function first(positions: Map<string, number>, name: string, position: number): void {
  positions.set(name, Math.min(position, positions.get(name) ?? position));
}

function isBefore(positions: ReadonlyMap<string, number>, name: string, n: number): boolean {
  return (positions.get(name) ?? Number.POSITIVE_INFINITY) < n;
}

function isWholeList({ call, response }: RecordedOutcome): boolean {
  const isList = !call.watching && (call.verb === 'list' || call.verb === 'listAll') && response.isList;
  return isList && !call.parameters.has('labelSelector') && !call.parameters.has('fieldSelector');
}

/** Whether a delete returned a terminating object that was seen afterwards. */
function isGraceful({ call, response, n }: RecordedOutcome, lastSeen: ReadonlyMap<string, number>): boolean {
  if (call.verb !== 'delete' || !response.isTerminating) return false;
  return (lastSeen.get(textOfKey({ kind: call.resource.kind, namespace: call.namespace, name: call.name })) ?? 0) > n;
}

/**
 * Version of the state before any change: that of a list before the first write, else one below all written
 * versions.
 */
function firstVersion(delivered: readonly RecordedOutcome[], firstWritten: number): string {
  const firstWrite = delivered.find(changedObjects)?.n ?? Number.POSITIVE_INFINITY;
  const listed =
    delivered.find(({ response, n, exchange }) => n < firstWrite && exchange.method === 'GET' && response.isList)
      ?.response.version ?? '';
  return listed !== '' ? listed : String(Math.max(1, firstWritten - 1));
}

/** A version as a number; 0 if it is none. */
function numberOf(version: string): number {
  const number = Number(version);
  return Number.isSafeInteger(number) ? number : 0;
}
