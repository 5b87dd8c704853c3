import { failureStatus, isObject, jsonResponse } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { isJsonPatch, operationsOf, stepsOf, valueAt } from '../../json-patch.ts';
import { storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';

/** Hooks that refuse JSON patches by their operations and the stored object. */
function refusingJsonPatches(
  isRefused: (operations: readonly Bendable[], stored: Bendable) => boolean,
): Fault['hooks'] {
  return () => ({
    request: async (request, upstream) => {
      if (!isOne(request, 'patch') || !isJsonPatch(request)) return undefined;
      const stored = await storedOf(request, upstream);
      return stored !== undefined && isRefused(operationsOf(request), stored)
        ? jsonResponse(422, failureStatus(422, 'Invalid', 'the patch cannot be applied'))
        : undefined;
    },
  });
}

/** Whether a path ends with the step `-` and its parent is a map. */
function isDashInMap(path: unknown, stored: Bendable): boolean {
  const steps = typeof path === 'string' ? stepsOf(path) : [];
  return steps.at(-1) === '-' && isObject(valueAt(stored, steps.slice(0, -1)));
}

/** Whether a patch removes the last entry of a map and adds another one to that map later. */
function refillsAnEmptyMap(operations: readonly Bendable[], stored: Bendable): boolean {
  const entries = new Map<string, Set<string>>();
  const emptied = new Set<string>();
  for (const { op, path } of operations) {
    if (typeof path !== 'string') continue;
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (op === 'add' && emptied.has(parent)) return true;
    if (op === 'add') emptied.delete(path);
    const map = valueAt(stored, stepsOf(parent));
    if (!isObject(map)) continue;
    const left = entries.get(parent) ?? new Set(Object.keys(map));
    entries.set(parent, left);
    const key = stepsOf(path).at(-1) ?? '';
    if (op === 'add') left.add(key);
    if (op === 'remove' && left.delete(key) && left.size === 0) emptied.add(parent);
  }
  return false;
}

/** Faults of JSON patches of the entries of maps. */
export const MAPS_IN_JSON_PATCHES: readonly Fault[] = faults({
  'json-patch-of-the-key-dash-refused': {
    summary: 'a JSON patch is refused if an operation is on the entry `-` of a map, as in /data/-',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: refusingJsonPatches((operations, stored) => operations.some(({ path }) => isDashInMap(path, stored))),
  },
  'json-patch-cannot-refill-a-map': {
    summary: 'a JSON patch that removes the last entry of a map and then adds another one to it is refused',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusingJsonPatches(refillsAnEmptyMap),
  },
});
