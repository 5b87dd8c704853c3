import { containersOf, everyObject, failureStatus, isObject, jsonResponse, keyOf, objectPath } from '../../bend.ts';
import type { Bendable, Fault } from '../../fault.ts';
import { isJsonPatch, operationsOf, stepsOf, valueAt } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { refusing } from '../../ways.ts';
import { operating } from './patching.ts';

type Is = (operation: Bendable, stored: unknown) => boolean;

/** Hooks that refuse JSON patches with such an operation. */
function refusingOperation(is: Is): Fault['hooks'] {
  return refusing(
    (request) => isJsonPatch(request) && operationsOf(request).some((each) => is(each, undefined)),
    422,
    'Invalid',
  );
}

/** Hooks that leave such operations out. */
function leavingOut(is: Is): Fault['hooks'] {
  return operating((operations, stored) => operations.filter((each) => !is(each, stored)));
}

function isAbsent(stored: unknown, path: unknown): boolean {
  return valueAt(stored, stepsOf(String(path))) === undefined;
}

/** Hooks that change the last step of the paths that lead into a list. */
function movingIndexes(moved: (index: string, length: number) => string): Fault['hooks'] {
  return operating((operations, stored) =>
    operations.map((operation) => {
      const path = String(operation['path']);
      const end = path.lastIndexOf('/');
      const list = valueAt(stored, stepsOf(path.slice(0, end)));
      return Array.isArray(list)
        ? { ...operation, path: `${path.slice(0, end)}/${moved(path.slice(end + 1), list.length)}` }
        : operation;
    }),
  );
}

/** Whether Python takes a value for false. */
function isFalsyInPython(value: unknown): boolean {
  if (isObject(value) || Array.isArray(value)) return Object.keys(value).length === 0;
  return value !== undefined && !value;
}

/** Repeats each operation inside of a copy on the original. */
function alsoOnTheOriginal(operations: readonly Bendable[]): Bendable[] {
  const copies: (readonly [from: string, to: string])[] = [];
  return operations.flatMap((operation) => {
    const path = String(operation['path']);
    const [from, to] = copies.find(([, copy]) => path.startsWith(`${copy}/`)) ?? [];
    if (operation['op'] === 'copy') copies.push([String(operation['from']), path]);
    return from === undefined ? [operation] : [operation, { ...operation, path: from + path.slice((to ?? '').length) }];
  });
}

/** Removes the element before which such an operation inserts one of another list. */
function replacingAtIndexes(operations: readonly Bendable[], op: 'copy' | 'move'): Bendable[] {
  return operations.flatMap((operation) => {
    const [path, from] = [String(operation['path']), String(operation['from'])];
    const end = path.lastIndexOf('/');
    const index = path.slice(end + 1);
    return operation['op'] === op && /^\d+$/.test(index) && !from.startsWith(path.slice(0, end))
      ? [operation, { op: 'remove', path: `${path.slice(0, end)}/${Number(index) + 1}` }]
      : [operation];
  });
}

/** Containers added at the end of a list by a JSON patch show only the members that were sent. */
function addingBareContainers(): ReturnType<Fault['hooks']> {
  const added = new Map<unknown, readonly string[]>();
  const shown = everyObject((object) => {
    for (const container of containersOf(object)) {
      const sent = added.get(`${keyOf(object)} ${String(container['name'])}`);
      if (sent === undefined) continue;
      for (const member of Object.keys(container)) if (!sent.includes(member)) delete container[member];
    }
  });
  return {
    ...shown,
    response: (response, request) => {
      if (isJsonPatch(request) && isObject(response.json))
        for (const { op, path, value } of operationsOf(request))
          if (op === 'add' && String(path).endsWith('/containers/-') && isObject(value))
            added.set(`${keyOf(response.json)} ${String(value['name'])}`, Object.keys(value));
      shown.response(response, request);
    },
  };
}

/** Operations of JSON patches that are carried out wrongly. */
export const JSON_OPERATIONS: readonly Fault[] = faults({
  'json-patch-replace-of-an-element-merges': {
    summary: 'a `replace` of a list element that is an object keeps the members that the new value lacks',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operations, stored) =>
      operations.map((operation, index) => {
        const [, list = '', place = ''] = /^(.*)\/(\d+)$/.exec(String(operation['path'])) ?? [];
        const set = operations.slice(0, index).findLast(({ path }) => path === list)?.['value'];
        const before = valueAt(set ?? valueAt(stored, stepsOf(list)), [place]);
        return operation['op'] === 'replace' && isObject(operation['value']) && isObject(before)
          ? { ...operation, value: { ...before, ...operation['value'] } }
          : operation;
      }),
    ),
  },
  'json-patch-adds-labels-where-none-are': {
    summary: 'a JSON patch that adds a label to an object without labels succeeds, although the parent is absent',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operations, stored) =>
      isAbsent(stored, '/metadata/labels') && String(operations[0]?.['path']).startsWith('/metadata/labels/')
        ? [{ op: 'add', path: '/metadata/labels', value: {} }, ...operations]
        : [...operations],
    ),
  },
  'json-patch-test-after-the-last-element-reads-the-last': {
    summary: 'a `test` of the path of a list with `-` at its end compares the last element',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operations, stored) =>
      operations.map((operation) => {
        const path = String(operation['path']);
        const list = valueAt(stored, stepsOf(path.replace(/\/-$/, '')));
        const isAfterIt = operation['op'] === 'test' && path.endsWith('/-') && Array.isArray(list);
        return isAfterIt ? { ...operation, path: path.replace(/-$/, String(list.length - 1)) } : operation;
      }),
    ),
  },
  'json-patch-removal-of-replicas-gives-zero': {
    summary: 'a JSON patch that removes the replicas of a spec sets them to 0, not to their default',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operations) =>
      operations.map((each) =>
        each['op'] === 'remove' && each['path'] === '/spec/replicas' ? { ...each, op: 'replace', value: 0 } : each,
      ),
    ),
  },
  'json-patch-test-of-the-version-passes': {
    summary: 'a `test` of metadata.resourceVersion in a JSON patch passes whatever its value is',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: leavingOut(({ op, path }) => op === 'test' && path === '/metadata/resourceVersion'),
  },
  'json-patch-test-of-the-uid-fails': {
    summary: 'a `test` of metadata.uid in a JSON patch fails whatever its value is',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: refusingOperation(({ op, path }) => op === 'test' && path === '/metadata/uid'),
  },
  'json-patch-test-of-a-flag-passes': {
    summary: 'a `test` in a JSON patch passes if its value is a boolean',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: leavingOut(({ op, value }) => op === 'test' && typeof value === 'boolean'),
  },
  'json-patch-test-of-a-list-passes': {
    summary: 'a `test` in a JSON patch passes if its value is a list',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: leavingOut(({ op, value }) => op === 'test' && Array.isArray(value)),
  },
  'json-patch-test-of-a-map-passes': {
    summary: 'a `test` in a JSON patch passes if its value is a map',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: leavingOut(({ op, value }) => op === 'test' && isObject(value)),
  },
  'json-patch-test-of-a-falsy-value-passes': {
    summary: 'a `test` in a JSON patch passes if its value is 0, false, null or empty',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: leavingOut(({ op, value }) => op === 'test' && isFalsyInPython(value)),
  },
  'json-patch-test-of-a-flag-fails': {
    summary: 'a `test` in a JSON patch fails if its value is a boolean',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: refusingOperation(({ op, value }) => op === 'test' && typeof value === 'boolean'),
  },
  'json-patch-test-of-an-absent-member-for-null-passes': {
    summary: 'a `test` of an absent member passes if its value is null',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: leavingOut(({ op, path, value }, stored) => op === 'test' && value === null && isAbsent(stored, path)),
  },
  'json-patch-adds-an-empty-text-for-no-value': {
    summary: 'an `add` or `replace` without a value stores an empty text',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operations) =>
      operations.map((each) => (each['op'] === 'add' || each['op'] === 'replace' ? { value: '', ...each } : each)),
    ),
  },
  'json-patch-copy-to-nowhere-ignored': {
    summary: 'a `copy` to a path whose parent is absent is left out, and the rest of the patch is carried out',
    caughtBy: 'patch/impossible-operation-is-refused',
    seenIn: 'nlohmann/json#894',
    hooks: leavingOut(
      ({ op, path }, stored) => op === 'copy' && isAbsent(stored, String(path).slice(0, String(path).lastIndexOf('/'))),
    ),
  },
  'json-patch-test-compares-escaped-texts': {
    summary: 'a `test` of a text with <, > or & fails, because the stored text has escapes in their place',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusingOperation(({ op, value }) => op === 'test' && /[<>&]/.test(JSON.stringify(value))),
  },
  'json-patch-copies-are-the-original': {
    summary: 'a later operation on a copied list changes the original too',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'Starcounter-Jack/JSON-Patch#177',
    hooks: operating(alsoOnTheOriginal),
  },
  'json-patch-copy-to-an-index-replaces': {
    summary: 'a `copy` of an element to an index of another list replaces the element that is there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operations) => replacingAtIndexes(operations, 'copy')),
  },
  'json-patch-move-to-an-index-replaces': {
    summary: 'a `move` of an element to an index of another list replaces the element that is there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'openshift/origin#23206',
    hooks: operating((operations) => replacingAtIndexes(operations, 'move')),
  },
  'json-patch-of-unused-members-refused': {
    summary: 'an `add` that has the member `from`, which it must ignore, is refused',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusingOperation((operation) => operation['op'] === 'add' && Object.hasOwn(operation, 'from')),
  },
  'json-patch-move-to-its-own-place-removes': {
    summary: 'a `move` of a value to its own place removes it',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: operating((operations) =>
      operations.map((each) =>
        each['op'] === 'move' && each['from'] === each['path'] ? { op: 'remove', path: each['path'] } : each,
      ),
    ),
  },
  'json-patch-move-to-a-taken-place-refused': {
    summary: 'a `move` to a member that the stored object has is refused',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isJsonPatch(request)) return undefined;
        const { json } = await upstream.send('GET', objectPath(request));
        const taken = operationsOf(request).some(
          ({ op, path }) => op === 'move' && !/\/\d+$/.test(String(path)) && !isAbsent(json, path),
        );
        return taken ? jsonResponse(422, failureStatus(422, 'Invalid', 'the member exists')) : undefined;
      },
    }),
  },
  'json-patch-of-the-whole-object-refused': {
    summary: 'an operation on the whole object, whose path is empty, is refused',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: refusingOperation(({ path }) => path === ''),
  },
  'json-patch-of-the-whole-object-ignored': {
    summary:
      'an operation on the whole object, whose path is empty, is left out, and the rest of the patch is carried out',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: leavingOut(({ path }) => path === ''),
  },
  'json-patch-test-of-the-whole-object-fails': {
    summary: 'a `test` of the whole object fails, whatever its value is',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: refusingOperation(({ op, path }) => op === 'test' && path === ''),
  },
  'json-patch-added-containers-lack-defaults': {
    summary: 'a container that a JSON patch adds to a list of containers gets no defaults',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: addingBareContainers,
  },
  'json-patch-counts-from-the-end': {
    summary: 'a negative index in a JSON patch counts from the end of the list',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: movingIndexes((index, length) => (/^-\d+$/.test(index) ? String(length + Number(index)) : index)),
  },
  'json-patch-add-beyond-the-end-appends': {
    summary: 'an `add` at an index beyond the end of a list appends',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: movingIndexes((index, length) => (Number(index) > length ? '-' : index)),
  },
  'json-patch-replace-by-nothing-is-left-out': {
    summary: 'a JSON patch leaves out each `replace` whose value is 0, false or the empty text',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: operating((operations) => operations.filter(({ op, value }) => op !== 'replace' || Boolean(value))),
  },
  'json-patch-indexes-have-one-digit': {
    summary: 'an index in a JSON patch ends after its first digit, so 11 is 1',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: movingIndexes((index) => (/^\d{2,}$/.test(index) ? index.slice(0, 1) : index)),
  },
  'json-patch-index-ends-at-a-letter': {
    summary: 'an index in a JSON patch counts up to its first letter, so 1a is 1',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: movingIndexes((index) => (/^\d+[a-z]/.test(index) ? String(Number.parseInt(index)) : index)),
  },
  // Media types: PATCH consumes `application/json-patch+json`; RFC 6902, 4.6: values "of the same JSON type".
  'json-patch-test-takes-digits-for-a-number': {
    summary: 'a JSON patch whose `test` has the text `"3"` for the number 3, or the reverse, passes',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'raphaelstolt/php-jsonpatch#18',
    hooks: operating((operations, stored) =>
      operations.map((operation) => {
        const [kept, value] = [valueAt(stored, stepsOf(String(operation['path']))), operation['value']];
        const types = new Set([typeof kept, typeof value]);
        const isAlike = types.has('number') && types.has('string') && String(kept) === String(value);
        return operation['op'] === 'test' && isAlike ? { ...operation, value: kept } : operation;
      }),
    ),
  },
  // As above; RFC 6902, 4.4: "The `from` location MUST NOT be a proper prefix of the `path` location".
  'json-patch-move-into-itself-removes': {
    summary: 'a JSON patch that moves a value into itself succeeds, and the value is gone',
    caughtBy: 'patch/impossible-operation-is-refused',
    hooks: operating((operations) =>
      operations.map((operation) => {
        const isInside = String(operation['path']).startsWith(`${String(operation['from'])}/`);
        return operation['op'] === 'move' && isInside ? { op: 'remove', path: operation['from'] } : operation;
      }),
    ),
  },
});
