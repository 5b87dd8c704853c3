import { isDeepStrictEqual } from 'node:util';
import { containersOf, copyOf, isObject, objectAt, walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { stepsOf, valueAt } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { isOne, ofKind } from '../../requests.ts';
import { changedByStored, membersOf, podSpecsOf } from '../../ways.ts';
import { isStrategicPatch, operating } from './patching.ts';

/** The stored container that has the name of one in a patch. */
const namesakeOf = (container: Bendable, stored: Bendable): Bendable | undefined =>
  containersOf(stored).find(({ name }) => name === container['name']);

const isAt = (mounts: readonly Bendable[], path: unknown): boolean =>
  mounts.some(({ mountPath }) => mountPath === path);

/** Takes the volume mounts of a patch for changes of those of the same volumes. */
function mergeMountsByName(body: Bendable, stored: Bendable): void {
  for (const container of containersOf(body)) {
    const kept = membersOf(namesakeOf(container, stored) ?? {}, 'volumeMounts');
    const sent = membersOf(container, 'volumeMounts');
    if (sent.length === 0) continue;
    container['volumeMounts'] = sent.flatMap((mount): Bendable[] => {
      const former = kept.find(({ name, mountPath }) => name === mount['name'] && !isAt(sent, mountPath));
      if (former === undefined || isAt(kept, mount['mountPath'])) return [mount];
      return [
        { ...former, ...mount },
        { mountPath: former['mountPath'], $patch: 'delete' },
      ];
    });
  }
}

/** Replaces the whole affinity of a template that has one. */
function replaceAffinity(body: Bendable, stored: Bendable): void {
  if (!podSpecsOf(stored).some(({ affinity }) => isObject(affinity))) return;
  walk(body, ({ affinity }) => {
    if (isObject(affinity)) affinity['$patch'] ??= 'replace';
  });
}

/** Patches the readiness probe of a container like its liveness probe, if the two were equal. */
function patchBothProbes(body: Bendable, stored: Bendable): void {
  for (const container of containersOf(body)) {
    const former = namesakeOf(container, stored);
    const patch = container['livenessProbe'];
    if (former === undefined || !isObject(patch) || Object.hasOwn(container, 'readinessProbe')) continue;
    const areEqual = isDeepStrictEqual(former['livenessProbe'], former['readinessProbe']);
    if (areEqual && isObject(former['livenessProbe'])) container['readinessProbe'] = copyOf(patch);
  }
}

/** Leaves the account of a template that has one as it is. */
function keepAccount(body: Bendable, stored: Bendable): void {
  if (!podSpecsOf(stored).some(({ serviceAccountName: name }) => typeof name === 'string' && name !== '')) return;
  walk(body, (inner) => {
    if (typeof inner['serviceAccountName'] === 'string' && !Object.hasOwn(inner, 'serviceAccount'))
      delete inner['serviceAccountName'];
  });
}

/** Encodes the entries of a Secret that a patch of its data does not mention once more. */
function encodeTheRest(body: Bendable, stored: Bendable): void {
  const patched = objectAt(body, 'data');
  if (patched === undefined || Object.hasOwn(patched, '$patch')) return;
  for (const [key, value] of Object.entries(objectAt(stored, 'data') ?? {}))
    if (!Object.hasOwn(patched, key) && typeof value === 'string') patched[key] = Buffer.from(value).toString('base64');
}

/** Makes an `add` of a list to a place where one is append to that. */
function appendLists(operations: readonly Bendable[], stored: unknown): readonly Bendable[] {
  return operations.map((operation) => {
    const former = valueAt(stored, stepsOf(String(operation['path'])));
    const added = operation['value'];
    return operation['op'] === 'add' && Array.isArray(former) && Array.isArray(added)
      ? { ...operation, value: [...(former as readonly unknown[]), ...(added as readonly unknown[])] }
      : operation;
  });
}

/** Deletes the stored host aliases that a patch with host aliases does not name. */
function dropOtherAliases(body: Bendable, stored: Bendable): void {
  const ips = podSpecsOf(stored).flatMap((spec) => membersOf(spec, 'hostAliases').map(({ ip }) => ip));
  walk(body, (inner) => {
    const sent = membersOf(inner, 'hostAliases');
    if (sent.length === 0 || sent.some((alias) => Object.hasOwn(alias, '$patch'))) return;
    const others = ips.filter((ip) => !sent.some((alias) => alias['ip'] === ip));
    inner['hostAliases'] = [...sent, ...others.map((ip) => ({ $patch: 'delete', ip }))];
  });
}

/** Patches that go wrong by what is stored beside what they change. */
export const BESIDE_STORED: readonly Fault[] = faults({
  // Container, volumeMounts: "Merge key `mountPath`".
  'patched-volume-mounts-are-merged-by-name': {
    summary:
      'the server takes a mount in a strategic merge patch for a change of the mount of the same volume elsewhere',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategicPatch, mergeMountsByName),
  },
  // Semantics 4: "How lists and maps merge is defined per field"; PodSpec, affinity: "Scheduling constraints".
  'affinity-is-replaced-by-strategic-patches': {
    summary: 'a strategic merge patch of one part of the affinity of a pod template removes the other parts',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategicPatch, replaceAffinity),
  },
  // PodSpec, hostAliases: "merge key `ip`".
  'host-aliases-are-replaced-by-strategic-patches': {
    summary: 'a strategic merge patch of one host alias removes the host aliases of other addresses from a template',
    caughtBy: 'patch/lists-are-merged-by-their-keys',
    hooks: changedByStored(isStrategicPatch, dropOtherAliases),
  },
  // Semantics 4: "Patch (PATCH) applies a change to specific fields", of which the other probe is none.
  'patch-of-one-of-two-equal-probes-changes-both': {
    summary: 'a strategic merge patch of the livenessProbe of a container also changes a readinessProbe equal to it',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategicPatch, patchBothProbes),
  },
  // PodSpec, serviceAccount: "Deprecated alias of `serviceAccountName`".
  'stored-alias-outweighs-the-patched-account': {
    summary: 'a patch of serviceAccountName, without serviceAccount, leaves a template with the account that it has',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored((request) => isOne(request, 'patch') && request.call?.resource?.kind !== 'Pod', keepAccount),
  },
  // Semantics 4: "Patch (PATCH) applies a change to specific fields", and to no others.
  'patch-of-a-secret-encodes-the-rest-again': {
    summary: 'a merge patch or strategic merge patch of the data of a Secret encodes the other entries in base64 again',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored(ofKind('Secret', 'patch'), encodeTheRest),
  },
  // RFC 6902, 4.1: an `add` of a member that exists replaces its value.
  'json-patch-add-of-a-list-appends-to-the-present-one': {
    summary: 'an `add` of a list in a JSON patch appends to the list that the member already has',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating(appendLists),
  },
});
