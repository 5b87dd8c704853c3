import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { containersOf, isObject, metadataOf, objectPath, succeeded, walk } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';
import { asking } from '../ways.ts';

const isPatch = (asked: Asked, type?: string): boolean =>
  asked.method === 'PATCH' && (type === undefined || (asked.headers['content-type'] ?? '').startsWith(type));

/** Prefix of the member that states the order of a list. */
const ORDER_OF = '$setElementOrder/';

function operationsOf(asked: Asked): Bendable[] {
  return Array.isArray(asked.json) ? asked.json.filter(isObject) : [];
}

function patching(type: string, bend: (asked: Asked) => void): Fault['hooks'] {
  return asking((asked) => isPatch(asked, type), bend);
}

/** Sets a value where a patch has null for a missing member. */
function nullsOverAbsent(patch: unknown, stored: unknown, put: (holder: Bendable, member: string) => void): void {
  if (!isObject(patch)) return;
  for (const [member, value] of Object.entries(patch)) {
    const known = isObject(stored) && Object.hasOwn(stored, member) ? stored[member] : undefined;
    if (value === null && known === undefined) put(patch, member);
    else nullsOverAbsent(value, known, put);
  }
}

/** Patches with a wrong result in one special case. */
export const MERGING_FAULTS: readonly Fault[] = faults({
  'null-over-absent-is-stored': {
    summary: 'null for a label or annotation that is not there, in a merge patch of either kind, stores an empty text',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#94887',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (!isPatch(asked) || !isObject(asked.json)) return;
        const stored = metadataOf((await upstream.send('GET', objectPath(asked))).json);
        for (const map of ['labels', 'annotations'])
          nullsOverAbsent(metadataOf(asked.json)[map], stored[map], (holder, member) => void (holder[member] = ''));
      },
    }),
  },
  'patches-do-not-remove': {
    summary:
      'a strategic merge patch adds and changes members and removes none: neither null nor $patch delete does anything',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      walk(asked.json, (object) => {
        for (const [member, value] of Object.entries(object)) {
          if (value === null) delete object[member];
          if (Array.isArray(value))
            object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'delete');
        }
      });
    }),
  },
  'strategic-patch-replace-merges': {
    summary: 'the directive `$patch: replace` in a strategic merge patch merges',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) =>
      walk(asked.json, (object) => {
        if (object['$patch'] === 'replace') delete object['$patch'];
        for (const [member, value] of Object.entries(object))
          if (Array.isArray(value))
            object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'replace');
      }),
    ),
  },
  'order-of-a-list-replaces-the-list': {
    summary:
      'a strategic merge patch that says in which order a list is to be, as an apply does, leaves nothing in the list but what it sends',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) =>
      walk(asked.json, (object) => {
        for (const member of Object.keys(object)) {
          const list = member.startsWith(ORDER_OF) ? object[member.slice(ORDER_OF.length)] : undefined;
          if (!Array.isArray(list)) continue;
          delete object[member];
          list.unshift({ $patch: 'replace' });
        }
      }),
    ),
  },
  'ports-merge-by-name': {
    summary: 'a strategic merge patch replaces the list of the ports of a container; all other lists are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kyverno/kyverno#1410',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      for (const container of containersOf(asked.json))
        if (Array.isArray(container['ports'])) container['ports'] = [{ $patch: 'replace' }, ...container['ports']];
    }),
  },
  'environment-is-replaced-by-strategic-patch': {
    summary: 'a strategic merge patch replaces the environment of a container; all other lists are right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      for (const container of containersOf(asked.json))
        if (Array.isArray(container['env'])) container['env'] = [{ $patch: 'replace' }, ...container['env']];
    }),
  },
  'strategic-patch-is-a-merge-patch-for-one-kind': {
    summary: 'a strategic merge patch of a CronJob replaces lists; for every other kind it is right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: asking(
      (asked) => isPatch(asked, STRATEGIC_MERGE_PATCH_TYPE) && asked.call?.resource?.kind === 'CronJob',
      (asked) => void (asked.headers['content-type'] = MERGE_PATCH_TYPE),
    ),
  },
  'json-patch-add-replaces-elements': {
    summary: 'an `add` at an index of a list replaces the element that is there',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked))
        if (operation['op'] === 'add' && /\/\d+$/.test(String(operation['path']))) operation['op'] = 'replace';
    }),
  },
  'json-patch-append-prepends': {
    summary: 'an `add` at `-` adds at the beginning of the list',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'Starcounter-Jack/JSON-Patch#23',
    hooks: patching(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked))
        if (operation['op'] === 'add' && String(operation['path']).endsWith('/-'))
          operation['path'] = String(operation['path']).replace(/-$/, '0');
    }),
  },
  'json-patch-move-copies': {
    summary: 'a `move` leaves what it moves where it was too',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked)) if (operation['op'] === 'move') operation['op'] = 'copy';
    }),
  },
  'json-patch-carried-out-up-to-the-failure': {
    summary: 'the operations before a failing one are carried out, though the patch is refused',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'jg-rp/python-jsonpath#76',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        if (!isPatch(asked, JSON_PATCH_TYPE) || succeeded(answered)) return;
        const operations = operationsOf(asked);
        const test = operations.findIndex(({ op }) => op === 'test');
        const before = test > 0 ? operations.slice(0, test) : operations.slice(0, -1);
        if (before.length > 0) await upstream.send('PATCH', asked.path, before, JSON_PATCH_TYPE);
      },
    }),
  },
});
