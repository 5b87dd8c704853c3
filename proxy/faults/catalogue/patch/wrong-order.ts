import { isDeepStrictEqual } from 'node:util';
import { JSON_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { containersOf, failureStatus, isObject, jsonResponse, objectPath, succeeded, walk } from '../../bend.ts';
import type { Bendable, Fault, FaultyResponse, Hooks } from '../../fault.ts';
import { isJsonPatch, operationsOf, stepsOf, valueAt } from '../../json-patch.ts';
import { storedOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isOne, isPatch, isWrite } from '../../requests.ts';
import { podSpecsOf, sending } from '../../ways.ts';
import { isStrategicPatch, operating } from './patching.ts';

/** The path of an element: that of its list, and its index. */
const ELEMENT = /^(.*)\/(\d+)$/;

/** The operations with the indexes of removals counted in the list as it was before the patch. */
function countingBefore(operations: readonly Bendable[]): readonly Bendable[] {
  const removed = new Map<string, number[]>();
  return operations.map((operation) => {
    const [, list, index] = ELEMENT.exec(String(operation['path'])) ?? [];
    if (operation['op'] !== 'remove' || list === undefined) return operation;
    const earlier = removed.get(list) ?? [];
    removed.set(list, [...earlier, Number(index)]);
    return { ...operation, path: `${list}/${Number(index) - earlier.filter((each) => each < Number(index)).length}` };
  });
}

/** The operations without each removal at an index at which an earlier one removes: both are of one element. */
function withoutRepeatedRemovals(operations: readonly Bendable[]): readonly Bendable[] {
  const removed = new Set<string>();
  return operations.filter(({ op, path }) => {
    const place = String(path);
    if (op !== 'remove' || !/\/\d+$/.test(place)) return true;
    const isRepeated = removed.has(place);
    removed.add(place);
    return !isRepeated;
  });
}

/** The operations with each move to a later index of a stored list changed as if it inserted before it removed. */
function insertingBeforeRemoving(operations: readonly Bendable[], stored: unknown): readonly Bendable[] {
  return operations.map((operation) => {
    const [, list, from] = ELEMENT.exec(String(operation['from'])) ?? [];
    const [, target, to] = ELEMENT.exec(String(operation['path'])) ?? [];
    if (operation['op'] !== 'move' || list === undefined || list !== target) return operation;
    const isForward = Number(from) < Number(to) && Array.isArray(valueAt(stored, stepsOf(list)));
    return isForward ? { ...operation, path: `${list}/${Number(to) - 1}` } : operation;
  });
}

/** The response to a patch with a test that fails. */
const testFailed = (): FaultyResponse => jsonResponse(422, failureStatus(422, 'Invalid', 'a test failed'));

/** Tests of maps that compare the texts of the maps. */
function comparingTexts(): Hooks {
  return {
    request: async (request, upstream) => {
      const tests = operationsOf(request).filter(({ op, value }) => op === 'test' && isObject(value));
      if (!isPatch(request, JSON_PATCH_TYPE) || tests.length === 0) return undefined;
      const stored = await storedOf(request, upstream);
      const isInOtherOrder = tests.some(({ path, value }) => {
        const kept = valueAt(stored, stepsOf(String(path)));
        return isDeepStrictEqual(kept, value) && JSON.stringify(kept) !== JSON.stringify(value);
      });
      return isInOtherOrder ? testFailed() : undefined;
    },
  };
}

/** The operations before the last one of a refused patch wait in memory for the next write of the object. */
function waitingOperations(): Hooks {
  const waiting = new Map<string, readonly Bendable[]>();
  return {
    response: async (response, request, upstream) => {
      if (!isWrite(request) || request.call?.name === undefined) return;
      const key = objectPath(request);
      const rest = waiting.get(key);
      if (succeeded(response)) {
        waiting.delete(key);
        if (rest !== undefined && request.method !== 'DELETE')
          await upstream.send('PATCH', request.path, rest, JSON_PATCH_TYPE);
      } else if (isPatch(request, JSON_PATCH_TYPE)) {
        const kept = operationsOf(request)
          .slice(0, -1)
          .filter(({ op }) => op !== 'test');
        if (kept.length > 0) waiting.set(key, kept);
      }
    },
  };
}

/** Names the containers of a patch after those that have their places in the stored list. */
async function matchByPlace(body: Bendable, stored: Bendable): Promise<void> {
  const [sent = {}] = podSpecsOf(body);
  const [kept = {}] = podSpecsOf(stored);
  const [elements, names] = [sent['containers'], containersOf(kept).map(({ name }) => name)];
  if (!Array.isArray(elements) || elements.length !== names.length) return;
  const isPermuted = elements.every((each) => isObject(each) && names.includes(each['name']));
  if (isPermuted) (elements as Bendable[]).forEach((each, index) => void (each['name'] = names[index]));
}

/** Tests that follow other operations are of the stored object. */
function testingTheStored(): Hooks {
  return {
    request: async (request, upstream) => {
      if (!isOne(request, 'patch') || !isJsonPatch(request)) return undefined;
      const operations = operationsOf(request);
      const begin = operations.findIndex(({ op }) => op !== 'test');
      const late = operations.filter(({ op }, place) => op === 'test' && begin !== -1 && place > begin);
      const stored = late.length === 0 ? undefined : await storedOf(request, upstream);
      if (stored === undefined) return undefined;
      if (late.some(({ path, value }) => !isDeepStrictEqual(valueAt(stored, stepsOf(String(path))), value)))
        return testFailed();
      request.json = operations.filter((operation) => !late.includes(operation));
      return undefined;
    },
  };
}

/** Patches that heed the order of elements, members or requests where they must not, or do not where they must. */
export const WRONG_ORDER: readonly Fault[] = faults({
  'json-patch-removals-count-in-the-former-list': {
    summary: 'several removals from one list in a JSON patch count their indexes in the list before the patch',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'mattbaird/jsonpatch#29',
    hooks: operating(countingBefore),
  },
  'json-patch-removes-by-the-places-before-the-patch': {
    summary: 'of two removals of the first element of a list in one JSON patch, the second removes nothing',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operations) => countingBefore(withoutRepeatedRemovals(operations))),
  },
  // RFC 6902, 4.4: a move is "a `remove` operation on the `from` location, followed immediately by an `add` operation".
  'json-patch-move-forward-lands-one-short': {
    summary: 'a `move` of an element to a later index of its list puts it one place before that index',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating(insertingBeforeRemoving),
  },
  'json-patch-test-compares-the-order-of-members': {
    summary: 'a `test` of a map fails if its value has the members in another order than the stored object',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: comparingTexts,
  },
  // Other shapes: "Patch: body whose format follows the request content type"; RFC 6902 has operations one by one.
  'json-patch-tests-see-the-stored-object': {
    summary: 'a `test` in a JSON patch compares the stored object, not what the operations before it made of it',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: testingTheStored,
  },
  'refused-json-patch-is-carried-out-with-the-next-write': {
    summary:
      'the operations of a refused JSON patch, except its last one, are carried out after the next write of the object',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: waitingOperations,
  },
  'strategic-merge-by-place-if-lengths-agree': {
    summary:
      'a strategic merge patch that names all containers of a template in another order merges them by their places',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isStrategicPatch(request) || !isObject(request.json)) return;
        const stored = await storedOf(request, upstream);
        if (stored !== undefined) await matchByPlace(request.json, stored);
      },
    }),
  },
  'patch-drops-automounting-that-is-off': {
    summary: 'a merge patch or strategic merge patch that sets automountServiceAccountToken to false removes it',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: sending('patch', (body) =>
      walk(body, (inner) => {
        if (inner['automountServiceAccountToken'] === false) inner['automountServiceAccountToken'] = null;
      }),
    ),
  },
});
