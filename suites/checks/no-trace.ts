import { differences } from '../oracle/values/comparison.ts';
import type { History } from '../oracle/history.ts';
import { at } from '../oracle/json.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../oracle/observed-state.ts';
import { received, rejected, type ResourceCalled, responseOf, succeeded, keyCalled } from './responses.ts';
import { askedBy } from './asked-by.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import { formerStates, freshReadsAfter, stateBefore, writesSince } from './fresh-reads.ts';
import { BY_PATH, changedByClients } from './not-the-clients.ts';
import { adoptedStatus, bringsStatus } from './status-members.ts';

/** A request that must be refused, or must leave an object alone. */
export interface Refusal {
  readonly exchange: ResourceCalled;
  /** The object that it names, or would have created. */
  readonly key: ObjectKey;
  /** In words, for reports: `a PUT with a version that was replaced`. */
  readonly what: string;
  /** The shape of the case. */
  readonly shape: string;
  /**
   * The name of the case in the cause of a violation; default: the shape. If one fault appears in many shapes, the
   * seed decides which comes first, so they share a name.
   */
  readonly causedBy?: string;
  /**
   * The name of the case in the cause of a trace, if what stays behind does not depend on why the request is refused;
   * default: `causedBy`.
   */
  readonly tracedBy?: string;
}

/** Judges a request that must be refused: the response is an error of any code, and no visible state changed. */
export function* judgeRefusal(history: History, refusal: Refusal): Iterable<Finding> {
  const { exchange, what, shape, causedBy = shape } = refusal;
  if (succeeded(exchange))
    yield violated(exchange, `${what} is refused`, responseOf(exchange), `accepted: ${causedBy}`);
  else if (rejected(exchange)) yield* judgeNoTrace(history, refusal);
}

/** Judges that a request changed nothing of that object, because it was refused or because it names another one. */
export function* judgeNoTrace(
  history: History,
  { exchange, key, what, shape, causedBy = shape, tracedBy = causedBy }: Refusal,
): Iterable<Finding> {
  const trace = traceOf(history, observedStateOf(history), key, exchange);
  if (trace === undefined) return yield held(exchange, shape);
  const came = succeeded(exchange) ? 'success' : 'a refusal';
  yield {
    ...violated(
      exchange,
      `after ${what} was ${succeeded(exchange) ? 'accepted' : 'refused'}: ${trace.expected}`,
      trace.actual,
      `${trace.cause} after ${came}: ${tracedBy}`,
    ),
    ...(tracedBy === causedBy ? {} : { formerCauses: [`${trace.cause} after ${came}: ${causedBy}`] }),
  };
}

/** A change that a request must not make. */
interface Trace {
  readonly expected: string;
  readonly actual: string;
  readonly cause: string;
}

/** The first change in a later get, list or watch event; `undefined` if there is none. */
function traceOf(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  exchange: ResourceCalled,
): Trace | undefined {
  const before = stateBefore(observed, key, exchange);
  if (before === undefined)
    return observed.surelyGone(key, exchange.began) ? madeOf(history, observed, key, exchange) : undefined;
  for (const { where, seen } of freshReadsAfter(history, observed, key, exchange)) {
    if (seen === undefined)
      return { expected: `${key.name} is there`, actual: `nothing in ${where}`, cause: 'something was removed' };
    const trace =
      differenceIn(before, seen, where) ??
      statusTrace(observed, exchange, before, seen, where) ??
      counterTrace(before, seen, where);
    if (trace !== undefined) return trace;
  }
  return traceInEvents(observed, key, exchange, before);
}

function madeOf(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  exchange: ResourceCalled,
): Trace | undefined {
  const made = freshReadsAfter(history, observed, key, exchange).find(({ seen }) => seen !== undefined);
  if (made !== undefined)
    return { expected: `no ${key.name}`, actual: `one in ${made.where}`, cause: 'something was made' };
  return deliveredAsMade(observed, key, exchange)
    ? { expected: `no ${key.name}`, actual: 'a watch delivered it', cause: 'a watch was told' }
    : undefined;
}

/**
 * Whether a watch delivered an object after the request that no response ever showed and no other request can have
 * created.
 */
function deliveredAsMade(observed: ObservedState, key: ObjectKey, exchange: ResourceCalled): boolean {
  if (writesSince(observed, key, exchange).length > 0) return false;
  const observations = observed.observationsOf(key);
  const known = new Set(
    observations.filter(({ source, event }) => source !== 'deleted-event' && event === undefined).map(({ uid }) => uid),
  );
  return (
    observed.soleWriter(key) &&
    observations.some(
      ({ event, ended, uid }) => event !== undefined && ended > exchange.began && uid !== undefined && !known.has(uid),
    )
  );
}

function differenceIn(before: Observation, seen: Observation, where: string): Trace | undefined {
  if (seen.uid !== before.uid)
    return { expected: `uid ${show(before.uid)}`, actual: `${show(seen.uid)} in ${where}`, cause: 'another object' };
  const changed = changedByClients(before, seen);
  if (changed === undefined) return undefined;
  return {
    expected: `${changed.path} ${show(changed.expected)}`,
    actual: `${show(changed.actual)} in ${where}`,
    cause: `${changed.path} changed`,
  };
}

/** Metadata members that count changes. */
const COUNTERS = ['resourceVersion', 'generation'] as const;

/**
 * A new version or generation of identical content, annotations of controllers included. For a kind with a status, a
 * new version is no trace: a controller may have rewritten the same content, which can create a version too.
 */
function counterTrace(before: Observation, seen: Observation, where: string): Trace | undefined {
  const [one, other] = [before, seen].map(({ source, exchange }) =>
    source === 'get' || source === 'write' ? received(exchange) : undefined,
  );
  if (
    one === undefined ||
    other === undefined ||
    differences(one, other, { ignore: [...BY_PATH, ...COUNTERS.map((counter) => `/metadata/${counter}`)] }).length > 0
  )
    return undefined;
  const counter = COUNTERS.find(
    (each) =>
      (each === 'generation' || !before.gvr.hasStatus) &&
      at(one, 'metadata', each) !== undefined &&
      at(one, 'metadata', each) !== at(other, 'metadata', each),
  );
  if (counter === undefined) return undefined;
  const [was, is] = [one, other].map((object) => show(at(object, 'metadata', counter)));
  return {
    expected: `${counter} ${was}`,
    actual: `${is}, of the same content, in ${where}`,
    cause: `the ${counter === 'generation' ? counter : 'version'} changed`,
  };
}

/**
 * A member of the status that a refused status write asked for and that is now stored. Other status changes are no
 * trace, because controllers write the status too. Nor are values that controllers had already written into the same
 * object, because they write them into others.
 */
function statusTrace(
  observed: ObservedState,
  exchange: ResourceCalled,
  before: Observation,
  seen: Observation,
  where: string,
): Trace | undefined {
  if (exchange.call.verb !== 'replaceStatus' && exchange.call.verb !== 'patchStatus') return undefined;
  const body = askedBy(exchange);
  if (body === undefined) return undefined;
  const inPath = observed.lastObservation(keyCalled(exchange), exchange.began);
  if (inPath !== undefined && !bringsStatus(inPath.content, body, inPath.gvr.schema)) return undefined;
  const taken = adoptedStatus(before.content, body, seen.content, before.gvr.schema, () =>
    formerStates(observed, before),
  );
  if (taken === undefined) return undefined;
  return {
    expected: `${taken.path} ${show(taken.expected)}`,
    actual: `${show(taken.actual)}, as sent, in ${where}`,
    cause: `${taken.path} changed`,
  };
}

/**
 * An event after the request that shows another state than before, at a version that no response ever showed, so no
 * other client wrote it. An event that its stream delivered before that state is older, and no trace.
 */
function traceInEvents(
  observed: ObservedState,
  key: ObjectKey,
  exchange: ResourceCalled,
  before: Observation,
): Trace | undefined {
  const observations = observed.observationsOf(key);
  const readVersions = new Set(observations.filter(({ source }) => source !== 'event').map(({ version }) => version));
  const others = observed
    .writesTo(key)
    .some((write) => write.exchange !== exchange && write.outcome !== 'refused' && write.settled > before.ended);
  if (others) return undefined;
  const ofBefore = observations.filter(
    ({ source, uid, version }) =>
      source === 'event' && version !== undefined && version === before.version && uid === before.uid,
  );
  const delivered = observations.find(
    (observation) =>
      observation.source === 'event' &&
      observation.ended > exchange.began &&
      observation.uid === before.uid &&
      !readVersions.has(observation.version) &&
      !ofBefore.some((event) => event.exchange === observation.exchange && event.ended > observation.ended) &&
      changedByClients(before, observation) !== undefined,
  );
  return delivered === undefined
    ? undefined
    : { expected: 'no event', actual: `a watch delivered ${show(delivered.event?.type)}`, cause: 'a watch was told' };
}
