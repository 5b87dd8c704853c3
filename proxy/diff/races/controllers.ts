import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { endedAt } from '../../log/logged-exchange.ts';
import {
  changedFields,
  isScheduled,
  isWithin,
  objectsIn,
  targetObject,
  type TargetObject,
  uidOf,
  versionOf,
} from './controlled-objects.ts';
import { ControlledSide } from './controlled-side.ts';
import type { TrafficDifference } from '../values/difference.ts';
import type { ExchangePair, Writes } from '../exchanges/exchange-pair.ts';
import { type Json, memberOf, textOf } from '../values/json-value.ts';
import type { ObservedExchange, WatchEvent } from '../exchanges/observed-exchange.ts';
import type { LoggedPair } from './race-groups.ts';

/** The reason by which such differences are counted. */
const REASON = 'how far the controllers of the server were';
/** The same for cron jobs: a replay takes place at another time than its recording. */
const SCHEDULE = 'whether the minute of a cron job came';

/** The plurals of cron jobs, in all their groups and versions. */
const CRON_JOBS: ReadonlySet<string> = new Set(['cronjobs', 'scheduledjobs']);

const ABOUT_VALUES: ReadonlySet<TrafficDifference['kind']> = new Set([
  'value',
  'missing',
  'extra',
  'identity',
  'order',
]);

interface RecordedWrite extends TargetObject {
  readonly began: number;
  readonly ended: number;
}

/** A state of an object, and since when it may have changed. */
interface State {
  readonly object: Json;
  readonly since: number;
  /** Whether only its metadata is known. */
  readonly isPartial: boolean;
}

/** The fields that a controller is taken to write if only metadata shows its write. */
const UNSEEN_CHANGE = ['$.metadata.resourceVersion', '$.status'];

/**
 * Tells the work of controllers from that of clients. Controllers race with every request, so a second run shows other
 * pods, another progress of a rollout, and other events between two writes. The recording teaches which kinds have
 * controllers, and which members these write: it shows versions that no recorded write made.
 *
 *     recorded   PUT d {replicas: 3}, then d {replicas: 3, status: {replicas: 1}}   controllers write the status
 *     replayed   GET d {replicas: 3, status: {replicas: 2}}                         how far the controllers were
 *     replayed   GET d {replicas: 2, ...}                                           a difference
 *
 * Objects that controllers made are compared by their events alone: `ControlledSide` finds lost ones.
 */
export class Controllers {
  readonly #writes: Writes;
  /** The writes of the expected side to existing objects, also those with unreadable responses. */
  readonly #recorded: readonly RecordedWrite[];
  /** The expected exchange of each actual one. */
  readonly #counterparts: ReadonlyMap<number, number>;
  /** By plural: the fields that controllers write. */
  readonly #fields = new Map<string, Set<string>>();
  /** By uid: the last state of each object on the expected side. */
  readonly #states = new Map<string, State>();
  readonly #expected: ControlledSide;
  readonly #actual: ControlledSide;

  constructor(writes: Writes, pairs: readonly LoggedPair[]) {
    this.#writes = writes;
    this.#expected = new ControlledSide(writes.expected);
    this.#actual = new ControlledSide(writes.actual);
    this.#counterparts = new Map(pairs.map(({ expected, actual }) => [actual.id, expected.id]));
    this.#recorded = pairs
      .filter(({ expected }) => expected.request.method !== 'GET')
      .map(({ expected }) => ({
        ...targetObject(expected.request.target),
        method: expected.request.method,
        began: expected.request.n,
        ended: endedAt(expected),
      }))
      .filter(({ method, name }) => method !== 'POST' || name !== '');
  }

  /** Learns from a watch of the expected side. */
  learn({ target, events }: ObservedExchange): void {
    const before = new Map<string, WatchEvent>();
    for (const event of events) {
      const uid = uidOf(event.object);
      const old = before.get(uid);
      if (uid !== '' && old !== undefined && this.#isOfController(event, 'expected'))
        this.#learnChange(
          targetObject(target),
          { object: old.object, since: old.n, isPartial: false },
          { object: event.object, isPartial: false },
          event.n,
        );
      before.set(uid, event);
    }
  }

  /** The pair without the work of controllers, and the events of their objects that the actual side lost. */
  without(pair: ExchangePair): { readonly pair: ExchangePair; readonly differences: readonly TrafficDifference[] } {
    this.#learnRead(pair.expected);
    const { plural } = targetObject(pair.expected.target);
    const isBusy = this.#fields.has(plural);
    const strip = (side: 'expected' | 'actual', of: ControlledSide): ObservedExchange => {
      const stripped = of.without(pair[side]);
      const isMeant = ({ object }: WatchEvent): boolean => isBusy || (CRON_JOBS.has(plural) && isScheduled(object));
      const events = stripped.events.filter((event) => !(isMeant(event) && this.#isOfController(event, side)));
      return { ...stripped, events };
    };
    const lost = this.#expected.lostEvents(pair.expected).length > 0 ? [] : this.#actual.lostEvents(pair.actual);
    return {
      pair: { ...pair, expected: strip('expected', this.#expected), actual: strip('actual', this.#actual) },
      differences: lost.map(({ type, object }) => ({
        ...aboutExchange(pair.expected),
        subject: `${targetObject(pair.expected.target).plural} of controllers`,
        kind: 'missing-event',
        place: `event (${type} ${textOf(memberOf(object, 'metadata'), 'name')})`,
        field: `event ${type}`,
        expected: type,
        actual: 'no such event',
      })),
    };
  }

  /** Kinds of which controllers made objects on the expected side alone. */
  differences(): TrafficDifference[] {
    const missing = ([plural, exchange]: readonly [string, ObservedExchange]): TrafficDifference => ({
      ...aboutExchange(exchange),
      subject: `${plural} of controllers`,
      kind: 'missing',
      place: 'objects of controllers',
      field: 'objects of controllers',
      expected: `${plural} that controllers made`,
      actual: 'none',
    });
    const { made, scheduled } = this.#expected;
    const onlyScheduled = [...scheduled].filter(([plural]) => !made.has(plural) && !this.#actual.scheduled.has(plural));
    return [
      ...[...made].filter(([plural]) => !this.#actual.made.has(plural)).map(missing),
      ...onlyScheduled.map((each) => ({ ...missing(each), chance: SCHEDULE })),
    ];
  }

  /** The difference, with the reason if the work of controllers explains it. */
  withChance(difference: TrafficDifference): TrafficDifference {
    if (difference.chance !== undefined) return difference;
    if (this.#isOfSchedule(difference)) return { ...difference, chance: SCHEDULE };
    return this.#explains(difference) ? { ...difference, chance: REASON } : difference;
  }

  /** Whether the minute of a cron job came on one side, and not or another number of times on the other. */
  #isOfSchedule({ kind, request, field, values, actual }: TrafficDifference): boolean {
    if (!this.#expected.hasScheduled && !this.#actual.hasScheduled) return false;
    const { plural, name } = targetObject(request.split(' ')[1] ?? '');
    if (kind === 'status') return actual.startsWith('404') && this.#expected.isScheduledName(plural, name);
    return (
      ABOUT_VALUES.has(kind) &&
      CRON_JOBS.has(plural) &&
      UNSEEN_CHANGE.some((outer) => isWithin(field, outer)) &&
      (field !== '$.metadata.resourceVersion' || !this.#areOfTwoWrites(values))
    );
  }

  #explains({ kind, request, place, field, values }: TrafficDifference): boolean {
    const fields = this.#fields.get(targetObject(request.split(' ')[1] ?? '').plural);
    if (fields === undefined || !ABOUT_VALUES.has(kind)) return false;
    const cell = /\brows\[\d+\]\.cells\[(\d+)\]/.exec(place)?.[1];
    if (cell !== undefined) return Number(cell) > 0;
    const inner = field.replace('$.rows[*].object', '$');
    if (![...fields].some((each) => isWithin(inner, each))) return false;
    return inner !== '$.metadata.resourceVersion' || !this.#areOfTwoWrites(values);
  }

  /** Whether recorded writes made both versions, and not the same write. */
  #areOfTwoWrites([expected, actual]: TrafficDifference['values'] = [undefined, undefined]): boolean {
    const there = this.#writes.expected.ofVersion(String(expected));
    const here = this.#writes.actual.ofVersion(String(actual));
    return there !== undefined && here !== undefined && this.#counterparts.get(here.exchange) !== there.exchange;
  }

  #isOfController(event: WatchEvent, side: 'expected' | 'actual'): boolean {
    const writes = this.#writes[side];
    return (
      event.type === 'MODIFIED' &&
      writes.ofEvent(event) === undefined &&
      writes.ofVersion(versionOf(event.object)) === undefined
    );
  }

  /** Learns from the objects in a response of the expected side, in the order of responses. */
  #learnRead(exchange: ObservedExchange): void {
    if (exchange.streaming) return;
    const isPartial = showsMetadataAlone(exchange);
    for (const object of objectsIn(exchange)) {
      const uid = uidOf(object);
      if (uid === '') continue;
      const old = this.#states.get(uid);
      if (old !== undefined && this.#writes.expected.ofVersion(versionOf(object)) === undefined)
        this.#learnChange(targetObject(exchange.target), old, { object, isPartial }, exchange.ended);
      if (isPartial && old !== undefined && versionOf(old.object) === versionOf(object)) continue;
      const since = exchange.method === 'GET' ? exchange.began : exchange.ended;
      this.#states.set(uid, { object, since, isPartial });
    }
  }

  /** A change is of controllers if no recorded write to the object was under way meanwhile. */
  #learnChange(
    { plural, namespace }: TargetObject,
    old: State,
    { object, isPartial }: Omit<State, 'since'>,
    until: number,
  ): void {
    if (versionOf(old.object) === versionOf(object)) return;
    const name = textOf(memberOf(object, 'metadata'), 'name');
    const isWritten = this.#recorded.some(
      (write) =>
        write.began < until &&
        write.ended > old.since &&
        ((write.plural === plural && (write.name === name || write.name === '')) ||
          (write.plural === 'namespaces' && write.name === namespace)),
    );
    if (isWritten) return;
    const fields = this.#fields.get(plural) ?? new Set();
    this.#fields.set(plural, fields);
    const changed = old.isPartial || isPartial ? UNSEEN_CHANGE : changedFields(old.object, object);
    for (const field of changed) fields.add(field.startsWith('$.status.') ? '$.status' : field);
  }
}

/** Whether a response shows the metadata of its objects alone: in protobuf, as a table, or as bare metadata. */
function showsMetadataAlone({ content }: ObservedExchange): boolean {
  if (content === undefined || 'text' in content) return false;
  return 'opaque' in content || /^(?:Table$|PartialObjectMetadata)/.test(textOf(content.value, 'kind'));
}

function aboutExchange({ id, method, target }: ObservedExchange): Pick<TrafficDifference, 'exchange' | 'request'> {
  return { exchange: id, request: `${method} ${splitTarget(target).path}` };
}
