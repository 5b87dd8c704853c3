import { setTimeout as sleep } from 'node:timers/promises';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, metadataOf, objectPath, succeeded, walk } from '../../bend.ts';
import type { FaultyRequest, Bendable, Fault } from '../../fault.ts';
import { operationsOf } from '../../json-patch.ts';
import { faults } from '../../named.ts';
import { GAP_MS, underWay } from '../../races.ts';
import { isOfType, isOne, isPatch, isWrite } from '../../requests.ts';
import { conflict } from '../../responses.ts';
import { asking, refusing } from '../../ways.ts';

function mergeInto(target: Bendable, patch: Bendable): void {
  for (const [member, value] of Object.entries(patch)) {
    const known = target[member];
    if (value === null) delete target[member];
    else if (isObject(value) && isObject(known)) mergeInto(known, value);
    else target[member] = value;
  }
}

/** Patches are refused if more than that many others of the object were under way when they came. */
function givesUpAfter(conflicts: number): Fault['hooks'] {
  return () => {
    const patches = underWay((request) => (request.method === 'PATCH' ? objectPath(request) : undefined));
    return {
      request: async (request, upstream) => {
        const others = patches.count(request);
        await patches.hooks.request?.(request, upstream);
        await sleep(GAP_MS);
        if (request.method !== 'PATCH' || others <= conflicts) return undefined;
        await patches.hooks.response?.(conflict(), request, upstream);
        return conflict();
      },
      ...(patches.hooks.response === undefined ? {} : { response: patches.hooks.response }),
    };
  };
}

/** Hooks that drop some members of patches of that media type while another write of the object is under way. */
function losingBesideWrites(type: string, isLost: (name: string, value: unknown) => boolean): Fault['hooks'] {
  return () => {
    const { count, hooks } = underWay((request) =>
      isWrite(request) && request.call?.name !== undefined ? objectPath(request) : undefined,
    );
    return {
      ...hooks,
      request: (request, upstream) => {
        if (count(request) > 0 && isPatch(request, type))
          walk(request.json, (object) => {
            for (const [name, value] of Object.entries(object)) if (isLost(name, value)) delete object[name];
          });
        return hooks.request?.(request, upstream);
      },
    };
  };
}

/** Patches that are locked or refused, lose concurrent changes, or are of another media type. */
export const LOCKS: readonly Fault[] = faults({
  'status-patch-of-a-stale-version-refused': {
    summary: 'a PATCH of /status that names a replaced version is refused; a PATCH of the object is carried out',
    caughtBy: 'patch/stale-version-is-no-condition',
    hooks: () => ({
      request: async (request, upstream) => {
        const version = metadataOf(request.json)['resourceVersion'];
        if (!isOne(request, 'patchStatus') || typeof version !== 'string') return undefined;
        const { json } = await upstream.send('GET', objectPath(request));
        return version === metadataOf(json)['resourceVersion'] ? undefined : conflict();
      },
    }),
  },
  'status-json-patch-test-ignored': {
    summary: '`test` operations of a JSON patch of /status are ignored; in other JSON patches they are right',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    hooks: asking(
      (request) => isOne(request, 'patchStatus') && isPatch(request, JSON_PATCH_TYPE),
      (request) => {
        request.json = operationsOf(request).filter(({ op }) => op !== 'test');
      },
    ),
  },
  'patch-that-names-the-current-version-refused': {
    summary:
      'a merge patch or strategic merge patch that names the current version is refused, because no client may set it',
    caughtBy: 'patch/stale-version-is-no-condition',
    hooks: () => ({
      request: async (request, upstream) => {
        const version = metadataOf(request.json)['resourceVersion'];
        if (!isOne(request, ['patch', 'patchStatus']) || typeof version !== 'string') return undefined;
        const { json } = await upstream.send('GET', objectPath(request));
        return version === metadataOf(json)['resourceVersion']
          ? jsonResponse(422, failureStatus(422, 'Invalid', 'metadata.resourceVersion is read-only'))
          : undefined;
      },
    }),
  },
  'json-patch-of-a-stale-version-refused': {
    summary: 'a JSON patch that sets a replaced version is refused; other patches that name one are carried out',
    caughtBy: 'patch/stale-version-is-no-condition',
    hooks: () => ({
      request: async (request, upstream) => {
        const version = operationsOf(request).find(({ path }) => path === '/metadata/resourceVersion');
        if (!isOne(request, 'patch') || !isPatch(request, JSON_PATCH_TYPE) || version === undefined) return undefined;
        const { json } = await upstream.send('GET', request.path);
        return version['value'] === metadataOf(json)['resourceVersion'] ? undefined : conflict();
      },
    }),
  },
  'patch-is-locked': {
    summary: 'a PATCH is refused as a PUT would be if another write came in between',
    caughtBy: 'patch/is-never-refused-for-a-lock',
    seenIn: 'kubernetes-sigs/controller-runtime#2075',
    hooks: () => {
      let busy = false;
      return {
        request: async (request, upstream) => {
          if (request.call?.verb !== 'patch') return undefined;
          if (busy) return jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
          busy = true;
          const done = await upstream.send(
            'PATCH',
            request.path,
            request.json ?? JSON.parse(request.raw.toString()),
            request.headers['content-type'],
          );
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy = false;
          return done;
        },
      };
    },
  },
  'patch-gives-up-after-five-conflicts': {
    summary: 'a PATCH is refused as a conflict if more than five other patches of the object are under way',
    caughtBy: 'patch/is-never-refused-for-a-lock',
    hooks: givesUpAfter(5),
  },
  'parallel-merge-patches-lose-nulls': {
    summary: 'a merge patch is carried out without its nulls while another write of the object is under way',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'kubernetes/kubernetes#43871',
    hooks: losingBesideWrites(MERGE_PATCH_TYPE, (_, value) => value === null),
  },
  'parallel-strategic-patches-lose-directives': {
    summary:
      'a strategic merge patch is carried out without its directives while another write of the object is under way',
    caughtBy: 'concurrency/patches-of-lists-lose-nothing',
    seenIn: 'kubernetes/kubernetes#43871',
    hooks: losingBesideWrites(STRATEGIC_MERGE_PATCH_TYPE, (name) => name.startsWith('$')),
  },
  'patch-loses-concurrent-changes': {
    summary: 'a merge patch is applied to an earlier read and written back whole, so parallel patches lose fields',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'adorsys/status-list-server#234',
    hooks: () => ({
      request: async (request, upstream) => {
        if (request.call?.verb !== 'patch' || !isPatch(request, MERGE_PATCH_TYPE) || !isObject(request.json))
          return undefined;
        const stored = await upstream.send('GET', request.path);
        if (!succeeded(stored) || !isObject(stored.json)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, 5));
        mergeInto(stored.json, request.json);
        delete metadataOf(stored.json)['resourceVersion'];
        return upstream.send('PUT', request.path, stored.json);
      },
    }),
  },
  'patch-accepts-plain-json': {
    summary: 'a PATCH of type application/json is applied as a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    hooks: () => ({
      request: (request) => {
        if (isPatch(request, 'application/json') && !isPatch(request, JSON_PATCH_TYPE))
          request.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    }),
  },
  'patch-answers-the-patch': {
    summary: 'a PATCH returns the object as it was before',
    caughtBy: 'patch/answer-is-the-patched-object',
    hooks: () => {
      const before = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (request.call?.verb === 'patch') before.set(request, (await upstream.send('GET', request.path)).json);
        },
        response: (response, request) => {
          if (succeeded(response) && before.get(request) !== undefined) response.json = before.get(request);
        },
      };
    },
  },
  'json-patch-is-a-server-error': {
    summary: 'every JSON patch gets 500',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusing(
      (request) => isOne(request, ['patch', 'patchStatus']) && isOfType(request, JSON_PATCH_TYPE),
      500,
      'InternalError',
    ),
  },
  'empty-patch-refused': {
    summary: 'an empty strategic merge patch is refused',
    caughtBy: 'patch/empty-patch-changes-nothing',
    hooks: refusing(
      (request) =>
        isOne(request, 'patch') &&
        isOfType(request, STRATEGIC_MERGE_PATCH_TYPE) &&
        isObject(request.json) &&
        Object.keys(request.json).length === 0,
      400,
      'BadRequest',
    ),
  },
  'apply-patch-taken-for-a-merge-patch': {
    summary: 'a PATCH of type application/apply-patch+yaml is applied as a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2679',
    hooks: asking(
      (request) => isPatch(request, 'application/apply-patch+yaml'),
      (request) => {
        request.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    ),
  },
});
