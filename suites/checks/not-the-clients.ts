import { at, type Json, type JsonObject, textAt } from '../oracle/json.ts';
import { ownersOf } from '../oracle/objects/owners-and-finalizers.ts';
import type { Observation } from '../oracle/observed-state.ts';
import { type MemberDifference, differences, SYSTEM_WRITTEN } from '../oracle/values/comparison.ts';

/** Members that depend on the path of a read, not on the stored object. */
export const BY_PATH: readonly string[] = ['/apiVersion', '/metadata/selfLink'];

/** Paths to ignore when comparing the content that a client wrote. */
export const NOT_THE_CLIENTS: readonly string[] = [...BY_PATH, ...SYSTEM_WRITTEN];

/** Members that a deployment controller writes when it adopts a replica set. */
const TAKEN_OVER: readonly string[] = ['/metadata/ownerReferences', '/metadata/labels', '/spec'];

/** Paths to ignore when comparing the content that a client wrote in two states of an object, the earlier one first. */
export function notTheClients(before: Observation, after: Pick<Observation, 'content'>): readonly string[] {
  return [...NOT_THE_CLIENTS, ...assignedLate(before.content), ...(isTakenOver(before, after) ? TAKEN_OVER : [])];
}

/** The first difference between two states of an object in content that clients write. */
export function changedByClients(
  before: Observation,
  after: Pick<Observation, 'content'>,
): MemberDifference | undefined {
  const ignore = notTheClients(before, after);
  return differences(before.content, after.content, { schema: before.gvr.schema, ignore })[0];
}

/** The path of the address of a service that has none yet: the system may assign one late. Other kinds have no such path. */
export function assignedLate(before: JsonObject): readonly string[] {
  return (textAt(before, 'spec', 'clusterIP') ?? '') === '' ? ['/spec/clusterIP'] : [];
}

/** Whether a deployment took the replica set over (document, DeploymentSpec: existing ReplicaSets are affected). */
function isTakenOver(before: Observation, after: Pick<Observation, 'content'>): boolean {
  const owners = at(after.content, 'metadata', 'ownerReferences');
  return (
    before.key.kind === 'ReplicaSet' &&
    ownersOf(before.content).length === 0 &&
    Array.isArray(owners) &&
    owners.length > 0 &&
    (owners as Json[]).every((owner) => textAt(owner, 'kind') === 'Deployment' && at(owner, 'controller') === true)
  );
}
