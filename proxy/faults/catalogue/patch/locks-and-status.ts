import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  everyObject,
  failureStatus,
  isObject,
  jsonResponse,
  metadataOf,
  objectAt,
  objectPath,
  succeeded,
} from '../../bend.ts';
import type { Asked, Bendable, Fault, Hooks } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOfType, isOne, isPatch } from '../../requests.ts';
import { asking, refusing } from '../../ways.ts';

function mergeInto(target: Bendable, patch: Bendable): void {
  for (const [member, value] of Object.entries(patch)) {
    const known = target[member];
    if (value === null) delete target[member];
    else if (isObject(value) && isObject(known)) mergeInto(known, value);
    else target[member] = value;
  }
}

/** Whether a PATCH, of any type, removes the status. */
function removesStatus({ json }: Asked): boolean {
  if (Array.isArray(json))
    return json.some(
      (operation) => isObject(operation) && operation['op'] === 'remove' && operation['path'] === '/status',
    );
  return isObject(json) && json['status'] === null;
}

/** An object whose status a PATCH removed is shown without a status until the next status write. */
function statusGoesByPatch(): Hooks {
  const without = new Set<string>();
  const show = (object: Bendable, { call }: Asked): void => {
    const { name, namespace } = metadataOf(object);
    const { prefix, plural } = call?.resource ?? {};
    if (without.has(`${prefix}/namespaces/${String(namespace)}/${plural}/${String(name)}`)) object['status'] = {};
  };
  return {
    request: (asked) => {
      if (isOne(asked, 'patch') && removesStatus(asked)) without.add(asked.path);
      else if (isOne(asked, ['replaceStatus', 'patchStatus', 'delete'])) without.delete(objectPath(asked));
    },
    ...everyObject(show),
  };
}

/** Patches that are locked, lose concurrent changes, or reach the status. */
export const LOCKS_AND_STATUS: readonly Fault[] = faults({
  'patch-is-locked': {
    summary: 'a PATCH is refused as a PUT would be if another write came in between',
    caughtBy: 'patch/is-never-refused-for-a-lock',
    seenIn: 'kubernetes-sigs/controller-runtime#2075',
    hooks: () => {
      let busy = false;
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb !== 'patch') return undefined;
          if (busy) return jsonResponse(409, failureStatus(409, 'Conflict', 'the object has been modified'));
          busy = true;
          const done = await upstream.send(
            'PATCH',
            asked.path,
            asked.json ?? JSON.parse(asked.raw.toString()),
            asked.headers['content-type'],
          );
          await new Promise((resolve) => setTimeout(resolve, 5));
          busy = false;
          return done;
        },
      };
    },
  },
  'patch-loses-concurrent-changes': {
    summary: 'a merge patch is applied to an earlier read and written back whole, so parallel patches lose fields',
    caughtBy: 'patch/parallel-patches-lose-nothing',
    seenIn: 'adorsys/status-list-server#234',
    hooks: () => ({
      request: async (asked, upstream) => {
        if (asked.call?.verb !== 'patch' || !isPatch(asked, MERGE_PATCH_TYPE) || !isObject(asked.json))
          return undefined;
        const stored = await upstream.send('GET', asked.path);
        if (!succeeded(stored) || !isObject(stored.json)) return undefined;
        await new Promise((resolve) => setTimeout(resolve, 5));
        mergeInto(stored.json, asked.json);
        delete metadataOf(stored.json)['resourceVersion'];
        return upstream.send('PUT', asked.path, stored.json);
      },
    }),
  },
  'patch-accepts-plain-json': {
    summary: 'a PATCH of type application/json is applied as a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    hooks: () => ({
      request: (asked) => {
        if (isPatch(asked, 'application/json') && !isPatch(asked, JSON_PATCH_TYPE))
          asked.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    }),
  },
  'patch-writes-status': {
    summary: 'a PATCH of the object writes the status in it too',
    caughtBy: 'patch/ignores-the-status-sent',
    seenIn: 'kubernetes-sigs/controller-runtime#2259',
    hooks: () => ({
      response: async (answered, asked, upstream) => {
        const status = objectAt(asked.json, 'status');
        if (asked.call?.verb !== 'patch' || !succeeded(answered) || status === undefined) return;
        const written = await upstream.send('PATCH', `${objectPath(asked)}/status`, { status }, MERGE_PATCH_TYPE);
        if (succeeded(written)) answered.json = written.json;
      },
    }),
  },
  'patch-answers-the-patch': {
    summary: 'a PATCH returns the object as it was before',
    caughtBy: 'patch/answer-is-the-patched-object',
    hooks: () => {
      const before = new WeakMap<Asked, unknown>();
      return {
        request: async (asked, upstream) => {
          if (asked.call?.verb === 'patch') before.set(asked, (await upstream.send('GET', asked.path)).json);
        },
        response: (answered, asked) => {
          if (succeeded(answered) && before.get(asked) !== undefined) answered.json = before.get(asked);
        },
      };
    },
  },
  'json-patch-is-a-server-error': {
    summary: 'every JSON patch gets 500',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusing(
      (asked) => isOne(asked, ['patch', 'patchStatus']) && isOfType(asked, JSON_PATCH_TYPE),
      500,
      'InternalError',
    ),
  },
  'patch-takes-the-status-away': {
    summary:
      'a PATCH of the object that sets status to null or removes it clears the status; a PATCH with a status is right',
    caughtBy: 'patch/leaves-the-status-that-is-there',
    seenIn: 'fabric8io/kubernetes-client#3088',
    hooks: statusGoesByPatch,
  },
  'patch-with-a-status-refused': {
    summary: 'a merge patch or strategic merge patch that carries a status is refused; the status should be ignored',
    caughtBy: 'patch/ignores-the-status-sent',
    hooks: refusing(
      (asked) => isOne(asked, 'patch') && isObject(asked.json) && isObject(asked.json['status']),
      422,
      'Invalid',
    ),
  },
  'empty-patch-refused': {
    summary: 'an empty strategic merge patch is refused',
    caughtBy: 'patch/empty-patch-changes-nothing',
    hooks: refusing(
      (asked) =>
        isOne(asked, 'patch') &&
        isOfType(asked, STRATEGIC_MERGE_PATCH_TYPE) &&
        isObject(asked.json) &&
        Object.keys(asked.json).length === 0,
      400,
      'BadRequest',
    ),
  },
  'apply-patch-taken-for-a-merge-patch': {
    summary: 'a PATCH of type application/apply-patch+yaml is applied as a merge patch',
    caughtBy: 'patch/other-media-types-are-refused',
    seenIn: 'kubernetes-sigs/controller-runtime#2679',
    hooks: asking(
      (asked) => isPatch(asked, 'application/apply-patch+yaml'),
      (asked) => {
        asked.headers['content-type'] = MERGE_PATCH_TYPE;
      },
    ),
  },
});
