import { otherWrites } from '../other-writes.ts';
import { isUpdate, UPDATE_VERBS } from '../../../spec/surface/operations.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { at, type Json } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf, type Write } from '../../oracle/observed-state.ts';
import { callsOf, type ResourceCalled, succeeded, keyCalled } from '../responses.ts';
import { collectionDeletes } from './collection-deletes.ts';
import { isHeld, optionsOf } from './deletes.ts';
import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import type { Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';
import { freshReadsAfter, stateBefore } from '../fresh-reads.ts';
import { ownFinalizers } from './own-finalizers.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/**
 * Judges the effect of finalizers. After an acknowledged delete, an object with a finalizer still exists and has a
 * deletion timestamp. It is gone after the write that removes the last finalizer. Neither a second delete nor a write
 * that leaves a finalizer removes a terminating object.
 */
export function* judgeHeldObjects(history: History, verb: 'delete' | 'deleteCollection'): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, verb).filter(succeeded)) {
    for (const key of namedBy(observed, exchange)) {
      yield* judgeFurther(history, observed, key, exchange);
      if (!isSelected(history, exchange, key)) continue;
      const before = stateBefore(observed, key, exchange);
      if (before === undefined || ownFinalizers(observed, before).length === 0) continue;
      for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
        const isThere = seen !== undefined && seen.uid === before.uid && isTerminating(seen.content);
        if (isThere) yield held(exchange, `held, in ${where}`);
        else
          yield violated(
            exchange,
            `${key.name} is there with a deletion timestamp, for ${show(ownFinalizers(observed, before))} holds it`,
            seen === undefined ? `nothing in ${where}` : `no deletion timestamp in ${where}`,
            seen === undefined ? 'removed in spite of a finalizer' : 'not marked as being deleted',
          );
      }
      yield* judgeFewer(history, observed, key, exchange, before.uid);
      yield* judgeTaking(observed, key, exchange, before.uid);
      yield* judgeRelease(history, observed, key, exchange, before.uid);
    }
  }
}

/** Judges that a second delete does not remove a terminating object. */
function* judgeFurther(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  exchange: ResourceCalled,
): Iterable<Finding> {
  const before = observed.lastObservation(key, exchange.began, true);
  if (
    before === undefined ||
    !observed.soleWriter(key) ||
    !isTerminating(before.content) ||
    ownFinalizers(observed, before).length === 0
  )
    return;
  if (otherWrites(observed, key, exchange, before.began).some(({ outcome }) => outcome !== 'refused')) return;
  for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
    if (seen?.uid === before.uid) yield held(exchange, `held again, in ${where}`);
    else
      yield violated(
        exchange,
        `${key.name} is there, for ${show(ownFinalizers(observed, before))} holds it`,
        `${seen === undefined ? 'nothing' : 'another object'} in ${where}`,
        'removed by a further delete, in spite of a finalizer',
      );
  }
}

/** Judges that a write that leaves a finalizer does not remove a terminating object. */
function* judgeFewer(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  deletion: ResourceCalled,
  uid: string | undefined,
): Iterable<Finding> {
  if (uid === undefined || !observed.soleWriter(key)) return;
  for (const exchange of callsOf(history.exchanges, ...UPDATE_VERBS)) {
    const { outcome, response, key: written } = observed.writeOf(exchange) ?? {};
    if (written?.id !== key.id || outcome !== 'acknowledged' || exchange.began < deletion.ended) continue;
    if (response === undefined || response.uid !== uid || !isTerminating(response.content)) continue;
    const left = ownFinalizers(observed, response);
    if (left.length === 0) continue;
    for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
      if (seen?.uid === uid) yield held(deletion, `still held after a ${exchange.call.verb}`);
      else
        yield violated(
          deletion,
          `${key.name} is there, for ${show(left)} still holds it after ${exchange.request.method}`,
          `${seen === undefined ? 'nothing' : 'another object'} in ${where}`,
          'removed by a write that leaves a finalizer',
        );
    }
  }
}

/** Judges that the response to a write that removes all finalizers shows none that a client set. */
function* judgeTaking(
  observed: ObservedState,
  key: ObjectKey,
  deletion: ResourceCalled,
  uid: string | undefined,
): Iterable<Finding> {
  if (uid === undefined || !observed.soleWriter(key)) return;
  for (const write of observed.writesTo(key)) {
    const { response, outcome, began } = write;
    if (began < deletion.ended || outcome !== 'acknowledged' || !asksForNoFinalizers(write) || response?.uid !== uid)
      continue;
    const left = ownFinalizers(observed, response);
    if (left.length > 0)
      yield violated(
        deletion,
        `no finalizers after a ${write.verb} that removes them`,
        `${show(left)} in its response`,
        'finalizers stay although a write removes them',
      );
  }
}

function* judgeRelease(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  deletion: ResourceCalled,
  uid: string | undefined,
): Iterable<Finding> {
  const release = observed
    .writesTo(key)
    .find((write) => write.began > deletion.ended && write.outcome === 'acknowledged' && takesFinalizersOff(write));
  const further = new Set<Exchange>(
    callsOf(history.exchanges, 'delete').filter((each) => optionsOf(each).grace === optionsOf(deletion).grace),
  );
  const released =
    release === undefined
      ? undefined
      : callsOf(history.exchanges, release.verb).find((each) => each === release.exchange);
  if (
    released === undefined ||
    observed
      .writesTo(key)
      .some(
        (write) =>
          write.exchange !== released &&
          write.exchange !== deletion &&
          !further.has(write.exchange) &&
          (write.response === undefined || !isUpdate(write.verb)) &&
          write.began > deletion.began &&
          write.settled < released.ended &&
          write.outcome !== 'refused',
      )
  )
    return;
  for (const { seen, where } of freshReadsAfter(history, observed, key, released)) {
    if (seen !== undefined && seen.uid === uid && isHeld(seen.content, optionsOf(deletion))) continue;
    if (seen?.uid === uid && uid !== undefined)
      yield violated(
        deletion,
        `${key.name} is gone, for its last finalizer was taken off`,
        `it is in ${where}`,
        'stays without a finalizer',
      );
    else yield held(deletion, `released by ${release?.verb ?? ''}`);
  }
}

/** Whether a write removes all finalizers, and its response, if it has an object, shows none. */
function takesFinalizersOff(write: Write): boolean {
  return (
    asksForNoFinalizers(write) && (write.response === undefined || finalizersOf(write.response.content).length === 0)
  );
}

function asksForNoFinalizers({ verb, exchange }: Write): boolean {
  if (verb !== 'patch' && verb !== 'replace') return false;
  const body = exchange.request.body?.value;
  const sent = at(body, 'metadata', 'finalizers');
  return isEmptyList(sent) || (verb === 'replace' ? sent === undefined : sent === null || removesAll(body));
}

function isEmptyList(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Whether a JSON patch does nothing but remove the list of finalizers. */
function removesAll(patch: Json | undefined): boolean {
  if (!Array.isArray(patch) || patch.length !== 1) return false;
  return at(patch[0], 'op') === 'remove' && at(patch[0], 'path') === '/metadata/finalizers';
}

function namedBy(observed: ObservedState, exchange: ResourceCalled): readonly ObjectKey[] {
  const { resource, namespace, name } = exchange.call;
  return name === undefined ? observed.keysOf(resource.kind, namespace) : [keyCalled(exchange)];
}

/** Whether the delete certainly is about the object: a collection delete is about those that its selectors match. */
function isSelected(history: History, exchange: ResourceCalled, { id }: ObjectKey): boolean {
  if (exchange.call.name !== undefined) return true;
  const deletion = collectionDeletes(history).find((each) => each.exchange === exchange);
  return deletion?.matching.some(({ key }) => key.id === id) === true;
}
