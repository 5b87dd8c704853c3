import type { JsonObject } from '../../diff/json-value.ts';
import { isObject, memberOf, textOf } from '../../diff/json-value.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import type { Sighting, Told } from './told-history.ts';
import { isWrite, sightingsIn, stateName } from './told-history.ts';
import type { ObjectKey, Thing } from './world.ts';
import { World, textOfKey, versionOf } from './world.ts';

/** A change that no recorded request made: a control loop's, or that of a client that was not recorded. */
export interface Spontaneous {
  readonly key: ObjectKey;
  /** Absent for a removal. */
  readonly object: JsonObject | undefined;
  /** Whether the object was there before; one that was not is added. */
  readonly known: boolean;
  /** Recorded milliseconds since the answer of the write that it followed, or since the recording began. */
  readonly delay: number;
}

/** The world at the beginning of a recording, and what goes on in it by itself. */
export interface RecordedWorld {
  readonly world: World;
  /** By the exchange that they followed; `undefined`: before any write. */
  readonly spontaneous: ReadonlyMap<RecordedExchange | undefined, readonly Spontaneous[]>;
  /** Objects that the recording tells of, as `textOfKey` names them. */
  readonly toldOf: ReadonlySet<string>;
  /** Deletes after which the object was still there, as graceful ones are. */
  readonly graceful: ReadonlySet<RecordedExchange>;
}

/**
 * Works out the world of a recording. An object that is shown before any recorded request made it was there from the beginning; a state
 * that no recorded write answered with came to be by itself, some time after the write before it.
 *
 *     GET a -> version 3                  a is there from the beginning
 *     POST b -> version 4, ADDED b 4      b is made by the POST
 *     MODIFIED b 5                        b changes by itself, after the POST
 */
export function recordedWorld(told: readonly Told[]): RecordedWorld {
  const sightings = sightingsIn(told);
  const writes = told.filter(isWrite);
  const written = new Set(sightings.filter(({ how }) => how === 'created' || how === 'written').map(stateName));
  const graceful = new Set(writes.filter((each) => isGraceful(each, sightings)).map(({ exchange }) => exchange));
  const things = new Map<string, Thing>();
  const spontaneous = new Map<RecordedExchange | undefined, Spontaneous[]>();
  const reader = new Reader(told, graceful);
  for (const sighting of sightings) {
    const { key, object, how } = sighting;
    const first = reader.isFirst(sighting) && how !== 'created';
    const fresh = first && !reader.wasAbsent(sighting);
    if (fresh) things.set(textOfKey(key), { key, object, asRecorded: true });
    const byItself = how === 'removed' ? !reader.isDeleted(sighting) : !fresh && !written.has(stateName(sighting));
    if (!reader.isNews(sighting) || !byItself) continue;
    const after = reader.writeBefore(sighting);
    const change = { key, object: how === 'removed' ? undefined : object, known: !first, delay: sighting.t - (after?.t ?? 0) };
    spontaneous.set(after?.exchange, [...(spontaneous.get(after?.exchange) ?? []), change]);
  }
  const numbers = sightings.map(({ object }) => Number(versionOf(object))).filter(Number.isSafeInteger);
  return { world: new World(things.values(), firstVersion(told, sightings), Math.max(0, ...listVersions(told), ...numbers)), spontaneous, toldOf: new Set(sightings.map(({ key }) => textOfKey(key))), graceful };
}

/** Reads sightings in order and remembers what they tell. */
class Reader {
  readonly #told: readonly Told[];
  readonly #writes: readonly Told[];
  readonly #graceful: ReadonlySet<RecordedExchange>;
  readonly #known = new Set<string>();
  readonly #states = new Set<string>();
  readonly #newest = new Map<string, number>();

  constructor(told: readonly Told[], graceful: ReadonlySet<RecordedExchange>) {
    this.#told = told;
    this.#writes = told.filter(isWrite);
    this.#graceful = graceful;
  }

  /** Whether nothing was known of the object, and no recorded create made it before; from then on it is known. */
  isFirst({ key, n }: Sighting): boolean {
    const name = textOfKey(key);
    if (this.#known.has(name)) return false;
    this.#known.add(name);
    return !this.#writes.some((each) => each.call.verb === 'create' && each.exchange.began < n && isAbout(each, key));
  }

  /** Whether a list without a selector had been answered in which it would have stood. */
  wasAbsent({ key, n }: Sighting): boolean {
    return this.#told.some((each) => {
      const { call } = each;
      if (each.n >= n || call.watching || !(call.verb === 'list' || call.verb === 'listAll') || !Array.isArray(memberOf(each.value, 'items'))) return false;
      if (call.parameters.has('labelSelector') || call.parameters.has('fieldSelector')) return false;
      return call.resource.kind === key.kind && (call.verb === 'listAll' || call.namespace === key.namespace);
    });
  }

  /** Whether that state was not seen before, and is no older one that a watch tells late. */
  isNews(sighting: Sighting): boolean {
    const name = `${sighting.how === 'removed' ? 'removed ' : ''}${stateName(sighting)}`;
    if (this.#states.has(name)) return false;
    this.#states.add(name);
    const [key, version] = [textOfKey(sighting.key), Number(versionOf(sighting.object))];
    if (sighting.how !== 'removed' && version < (this.#newest.get(key) ?? 0)) return false;
    this.#newest.set(key, Math.max(version, this.#newest.get(key) ?? 0));
    return true;
  }

  /** Whether a recorded request removed it. */
  isDeleted({ key, n }: Sighting): boolean {
    return this.#writes.some(({ call, exchange }) => {
      if (exchange.began > n || this.#graceful.has(exchange) || call.resource.kind !== key.kind) return false;
      if (call.verb === 'deleteCollection') return call.namespace === key.namespace;
      return call.verb === 'delete' && call.namespace === key.namespace && call.name === key.name;
    });
  }

  /** The last write that was answered before. */
  writeBefore({ n }: Sighting): Told | undefined {
    return this.#writes.findLast((each) => each.n < n);
  }
}

function isAbout({ call, value }: Told, { kind, namespace, name }: ObjectKey): boolean {
  return call.resource.kind === kind && call.namespace === namespace && textOf(memberOf(value, 'metadata'), 'name') === name;
}

/** Whether a delete answered with the object on its way out, and it was seen after that. */
function isGraceful({ call, value, n }: Told, sightings: readonly Sighting[]): boolean {
  if (call.verb !== 'delete' || !isObject(value) || memberOf(memberOf(value, 'metadata'), 'deletionTimestamp') === undefined) return false;
  return sightings.some((each) => each.n > n && each.how === 'seen' && each.key.kind === call.resource.kind && each.key.name === call.name && each.key.namespace === call.namespace);
}

/** Version of the world before any change: that of a list which came before the first write, else one before all that were written. */
function firstVersion(told: readonly Told[], sightings: readonly Sighting[]): string {
  const firstWrite = told.find(isWrite)?.n ?? Number.POSITIVE_INFINITY;
  const list = told.find(({ value, n, exchange }) => n < firstWrite && exchange.request.method === 'GET' && Array.isArray(memberOf(value, 'items')));
  const listed = versionOf(list?.value);
  if (listed !== '') return listed;
  const written = sightings.filter(({ how }) => how === 'created' || how === 'written').map(({ object }) => Number(versionOf(object))).filter(Number.isSafeInteger);
  return String(Math.max(1, Math.min(...written, Number.MAX_SAFE_INTEGER) - 1));
}

function listVersions(told: readonly Told[]): number[] {
  return told.map(({ value }) => Number(versionOf(value))).filter(Number.isSafeInteger);
}
