import type { History } from '../oracle/history.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../oracle/observed-state.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import { callsOf, type ResourceCalled, sent, succeeded } from './responses.ts';
import { ownersOf } from '../oracle/objects/owners-and-finalizers.ts';
import type { Finding } from './finding.ts';
import { held, show, violated } from './findings.ts';
import { existsThrough, freshReadsAfter, stateBefore } from './fresh-reads.ts';
import { changedByClients } from './not-the-clients.ts';
import { adoptedStatus } from './status-members.ts';
import { sentFor } from '../oracle/exchanges/sent-for.ts';

export interface Bystanders {
  readonly verbs: readonly Verb[];
  /** The relation of an object to that write; `undefined` if the write may touch it. */
  readonly relation: (key: ObjectKey, write: ResourceCalled) => string | undefined;
}

/** The relation of an object to a write that names another one; `undefined` for the same object. */
export function relationByName(key: ObjectKey, { call }: ResourceCalled): string | undefined {
  if (key.kind !== call.resource.kind) return 'another kind';
  if (key.namespace !== call.namespace && call.resource.namespaced)
    return key.name === call.name ? 'the same name in another namespace' : 'another namespace';
  if (call.name === undefined || key.name === call.name) return undefined;
  return key.name.startsWith(call.name) || call.name.startsWith(key.name) ? 'a name that begins alike' : 'another name';
}

/**
 * Judges that acknowledged writes leave other objects unchanged. It compares each object with a known previous state
 * at the first reads after the write and before any other write that may touch it.
 */
export function* judgeBystanders(history: History, { verbs, relation }: Bystanders): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const write of callsOf(history.exchanges, ...verbs).filter(succeeded)) {
    for (const key of observed.keysNear(write.began)) {
      const shape = relation(key, write);
      if (shape !== undefined) yield* judgeBystander(history, observed, key, write, shape);
    }
  }
}

function* judgeBystander(
  history: History,
  observed: ObservedState,
  key: ObjectKey,
  write: ResourceCalled,
  shape: string,
): Iterable<Finding> {
  const before = stateBefore(observed, key, write);
  const [read] = before === undefined ? [] : freshReadsAfter(history, observed, key, write);
  if (before === undefined || read === undefined || mayGoAlong(observed, before, write, read.exchange)) return;
  const { seen, where } = read;
  const changed = seen === undefined || seen.uid !== before.uid ? undefined : changedByClients(before, seen);
  if (seen === undefined)
    yield violated(write, `${key.kind} ${key.name} is left alone`, `nothing in ${where}`, `removes ${shape}`);
  else if (seen.uid !== before.uid)
    yield violated(
      write,
      `uid ${show(before.uid)} of ${key.name}`,
      `${show(seen.uid)} in ${where}`,
      `replaces ${shape}`,
    );
  else if (changed !== undefined)
    yield violated(
      write,
      `${changed.path} ${show(changed.expected)} of ${key.name}`,
      `${show(changed.actual)} in ${where}`,
      `changes ${shape}: ${changed.path}`,
    );
  else yield held(write, shape);
}

/**
 * Judges that a status written to one object by a case of that rule does not appear in another object. Only these
 * cases write values that no controller writes by itself.
 */
export function* judgeStatusBystanders(history: History, rule: string): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const write of callsOf(history.exchanges, 'replaceStatus', 'patchStatus').filter(succeeded)) {
    const body = sentFor(write, rule) ? sent(write) : undefined;
    if (body === undefined) continue;
    for (const key of observed.keysNear(write.began)) {
      const shape = key.kind === write.call.resource.kind ? relationByName(key, write) : undefined;
      const before = shape === undefined ? undefined : stateBefore(observed, key, write);
      const [read] = before === undefined ? [] : freshReadsAfter(history, observed, key, write);
      if (shape === undefined || before === undefined || read?.seen === undefined) continue;
      const taken = adoptedStatus(before.content, body, read.seen.content, write.call.resource.schema);
      if (taken === undefined) yield held(write, `status of ${shape}`);
      else
        yield violated(
          write,
          `${taken.path} ${show(taken.expected)} of ${key.name}`,
          `${show(taken.actual)} in ${read.where}`,
          `writes the status of ${shape}`,
        );
    }
  }
}

/**
 * Whether an object may be deleted along with the object of a delete: a dependant with its owner, or contents with
 * their namespace. An object all of whose owners still exist after the delete stays.
 */
function mayGoAlong(
  observed: ObservedState,
  { key, content }: Observation,
  write: ResourceCalled,
  read: ResourceCalled,
): boolean {
  const { call } = write;
  if (call.verb !== 'delete' && call.verb !== 'deleteCollection') return false;
  if (!call.resource.namespaced && call.name === key.namespace) return true;
  const owners = ownersOf(content);
  if (call.verb === 'deleteCollection') return owners.length > 0;
  return !owners.every((uid) => uid !== undefined && existsThrough(observed, uid, write, read));
}
