import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { containersOf, isObject, metadataOf, objectAt, succeeded, walk } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { finalizersOf, saysFinalizers } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isPatch } from '../../requests.ts';
import { asking, changedByStored, keepInitContainerOrder, keepOrderOf, refusing } from '../../ways.ts';
import { patching } from './patching.ts';

/** Prefix of the member that states the order of a list. */
const ORDER_OF = '$setElementOrder/';

/** Whether a patch sets a list and later adds at the index after its last element. */
function addsAtTheLength(request: FaultyRequest): boolean {
  const lengths = new Map<string, number>();
  for (const { op, path, value } of operationsOf(request)) {
    const [, list = '', index = ''] = /^(.*)\/([^/]*)$/.exec(String(path)) ?? [];
    const length = lengths.get(list);
    if (op === 'add' && Array.isArray(value)) lengths.set(String(path), value.length);
    else if (length !== undefined && op === 'add' && index === String(length)) return true;
    else if (length !== undefined) lengths.set(list, length + (op === 'add' ? 1 : op === 'remove' ? -1 : 0));
  }
  return false;
}

/** What is left of a list when a loop over its places removes all elements but some, and so passes over others. */
function leftByALoop(list: readonly unknown[], wanted: readonly unknown[]): readonly unknown[] {
  const left = [...list];
  for (let place = 0; place < left.length; place += 1) if (!wanted.includes(left[place])) left.splice(place, 1);
  return left;
}

/** Patches that change lists wrongly. */
export const LISTS: readonly Fault[] = faults({
  'strategic-patch-replace-merges': {
    summary: 'a strategic merge patch with `$patch: replace` merges',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) =>
      walk(request.json, (object) => {
        if (object['$patch'] === 'replace') delete object['$patch'];
        for (const [member, value] of Object.entries(object))
          if (Array.isArray(value))
            object[member] = value.filter((each) => !isObject(each) || each['$patch'] !== 'replace');
      }),
    ),
  },
  'merge-patch-leaves-the-order-of-init-containers': {
    summary: 'a merge patch that only reorders the init containers of a template changes nothing',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored((request) => isPatch(request, MERGE_PATCH_TYPE), keepInitContainerOrder),
  },
  'merge-patch-rounds-the-integers-that-it-leaves': {
    summary:
      'a merge patch of the spec of a cron job rounds a startingDeadlineSeconds of more than 31 bits as if it were a float',
    caughtBy: 'create/large-integers-keep-their-digits',
    seenIn: 'kubernetes-sigs/controller-runtime#2603',
    hooks: changedByStored(
      (request) => isPatch(request, MERGE_PATCH_TYPE),
      (body, stored) => {
        const [patch, spec] = [objectAt(body, 'spec'), objectAt(stored, 'spec')];
        const deadline = spec?.['startingDeadlineSeconds'];
        if (patch !== undefined && typeof deadline === 'number' && deadline >= 2 ** 31)
          patch['startingDeadlineSeconds'] ??= Math.fround(deadline);
      },
    ),
  },
  'merge-patch-leaves-the-order-of-arguments': {
    summary: 'a merge patch that only reorders the args of a container changes nothing',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored((request) => isPatch(request, MERGE_PATCH_TYPE), keepOrderOf('args')),
  },
  'merge-patch-leaves-the-order-of-sources': {
    summary: 'a merge patch that only reorders the envFrom of a container changes nothing',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored((request) => isPatch(request, MERGE_PATCH_TYPE), keepOrderOf('envFrom')),
  },
  'finalizers-are-removed-while-they-are-counted': {
    summary: 'a PUT or merge patch that removes several finalizers in a row leaves every second one of these',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    hooks: changedByStored(saysFinalizers, (body, stored) => {
      const wanted = finalizersOf(body);
      const spared = leftByALoop(finalizersOf(stored), wanted).filter((each) => !wanted.includes(each));
      if (spared.length > 0) metadataOf(body)['finalizers'] = [...wanted, ...spared];
    }),
  },
  'order-of-a-list-replaces-the-list': {
    summary: 'a strategic merge patch with a `$setElementOrder` list removes the elements that it does not send',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) =>
      walk(request.json, (object) => {
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
    summary: 'a strategic merge patch replaces the ports of a container; it merges all other lists',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kyverno/kyverno#1410',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) => {
      for (const container of containersOf(request.json))
        if (Array.isArray(container['ports'])) container['ports'] = [{ $patch: 'replace' }, ...container['ports']];
    }),
  },
  'environment-is-replaced-by-strategic-patch': {
    summary: 'a strategic merge patch replaces the environment of a container; it merges all other lists',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patching(STRATEGIC_MERGE_PATCH_TYPE, (request) => {
      for (const container of containersOf(request.json))
        if (Array.isArray(container['env'])) container['env'] = [{ $patch: 'replace' }, ...container['env']];
    }),
  },
  'strategic-patch-is-a-merge-patch-for-one-kind': {
    summary: 'a strategic merge patch of a CronJob replaces lists; for every other kind it is right',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: asking(
      (request) => isPatch(request, STRATEGIC_MERGE_PATCH_TYPE) && request.call?.resource?.kind === 'CronJob',
      (request) => void (request.headers['content-type'] = MERGE_PATCH_TYPE),
    ),
  },
  'json-patch-add-replaces-elements': {
    summary: 'an `add` at an index of a list replaces the element at that index',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const operation of operationsOf(request))
        if (operation['op'] === 'add' && /\/\d+$/.test(String(operation['path']))) operation['op'] = 'replace';
    }),
  },
  'json-patch-add-after-the-last-element-refused': {
    summary: 'an `add` at the index after the last element of a list is refused; at `-` it works',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusing((request) => isPatch(request, JSON_PATCH_TYPE) && addsAtTheLength(request), 422, 'Invalid'),
  },
  'json-patch-append-prepends': {
    summary: 'an `add` at `-` adds at the beginning of the list',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    seenIn: 'Starcounter-Jack/JSON-Patch#23',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const operation of operationsOf(request))
        if (operation['op'] === 'add' && String(operation['path']).endsWith('/-'))
          operation['path'] = String(operation['path']).replace(/-$/, '0');
    }),
  },
  'json-patch-move-copies': {
    summary: 'a `move` copies: the value also stays at its former place',
    caughtBy: 'patch/json-patch-follows-rfc-6902',
    hooks: patching(JSON_PATCH_TYPE, (request) => {
      for (const operation of operationsOf(request)) if (operation['op'] === 'move') operation['op'] = 'copy';
    }),
  },
  'json-patch-carried-out-up-to-the-failure': {
    summary: 'a JSON patch that is refused keeps the changes of the operations before the failing one',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'jg-rp/python-jsonpath#76',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (!isPatch(request, JSON_PATCH_TYPE) || succeeded(response)) return;
        const operations = operationsOf(request);
        const test = operations.findIndex(({ op }) => op === 'test');
        const before = test > 0 ? operations.slice(0, test) : operations.slice(0, -1);
        if (before.length > 0) await upstream.send('PATCH', request.path, before, JSON_PATCH_TYPE);
      },
    }),
  },
});
