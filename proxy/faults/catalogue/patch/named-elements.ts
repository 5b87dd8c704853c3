import { walk } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { changedByStored, membersOf } from '../../ways.ts';
import { isStrategicPatch } from './patching.ts';

/** The names of the elements of such lists anywhere in an object. */
function namesIn(object: unknown, list: string): ReadonlySet<unknown> {
  const names = new Set<unknown>();
  walk(object, (inner) => {
    for (const { name } of membersOf(inner, list)) names.add(name);
  });
  return names;
}

/** Deletes the stored pull secrets that a strategic merge patch with some does not name. */
function replacePullSecrets(body: Bendable, stored: Bendable): void {
  const list = 'imagePullSecrets';
  const names = namesIn(stored, list);
  walk(body, (inner) => {
    const sent = membersOf(inner, list);
    if (sent.length === 0) return;
    const others = [...names].filter((name) => sent.every((element) => element['name'] !== name));
    inner[list] = [...sent, ...others.map((name) => ({ name, $patch: 'delete' }))];
  });
}

/** Leaves out the elements that a strategic merge patch adds to a list of a pod spec, except the first one. */
function addOneElementEach(body: Bendable, stored: Bendable): void {
  for (const list of ['containers', 'initContainers', 'volumes']) {
    const names = namesIn(stored, list);
    walk(body, (inner) => {
      const sent = membersOf(inner, list);
      const added = sent.filter((element) => element['$patch'] === undefined && !names.has(element['name']));
      if (added.length > 1) inner[list] = sent.filter((element) => !added.includes(element) || element === added[0]);
    });
  }
}

/** Faults of strategic merge patches of lists whose elements have names. */
export const NAMED_ELEMENTS: readonly Fault[] = faults({
  'pull-secrets-are-replaced-by-strategic-patches': {
    summary: 'a strategic merge patch replaces the imagePullSecrets of a pod template; it merges other lists',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategicPatch, replacePullSecrets),
  },
  'strategic-patch-adds-one-element-to-a-list': {
    summary: 'a strategic merge patch that adds several containers or volumes to a template adds only the first',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: changedByStored(isStrategicPatch, addOneElementEach),
  },
});
