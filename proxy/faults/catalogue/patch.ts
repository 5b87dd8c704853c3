import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, metadataOf, objectAt, objectPath, succeeded, walk } from '../bend.ts';
import type { Asked, Bendable, Fault } from '../fault.ts';
import { faults } from '../named.ts';

const isPatch = (asked: Asked, type?: string): boolean =>
  asked.method === 'PATCH' && (type === undefined || (asked.headers['content-type'] ?? '').startsWith(type));

/** Hooks that change the body of patches with that media type. */
function patch(type: string | undefined, bend: (asked: Asked) => void): Fault['hooks'] {
  return () => ({
    request: (asked) => {
      if (isPatch(asked, type)) bend(asked);
    },
  });
}

function operationsOf(asked: Asked): Bendable[] {
  return Array.isArray(asked.json) ? asked.json.filter(isObject) : [];
}

function withoutNulls(value: unknown): void {
  walk(value, (object) => {
    for (const [member, inner] of Object.entries(object)) if (inner === null) delete object[member];
  });
}

export const PATCH_FAULTS: readonly Fault[] = faults({
  'merge-patch-null-ignored': {
    summary: 'null in a merge patch is ignored instead of removing the member',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/client-go#607',
    hooks: patch(MERGE_PATCH_TYPE, (asked) => withoutNulls(asked.json)),
  },
  'strategic-null-ignored': {
    summary: 'null in a strategic merge patch is ignored instead of removing the member',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patch(STRATEGIC_MERGE_PATCH_TYPE, (asked) => withoutNulls(asked.json)),
  },
  'strategic-patch-replaces-lists': {
    summary: 'a strategic merge patch replaces lists that have a merge key',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    hooks: patch(STRATEGIC_MERGE_PATCH_TYPE, (asked) => {
      asked.headers['content-type'] = MERGE_PATCH_TYPE;
    }),
  },
  'merge-patch-merges-lists': {
    summary: 'a merge patch merges lists by their merge key',
    caughtBy: 'patch/merge-patch-follows-rfc-7386',
    seenIn: 'kubernetes/kubernetes#74369',
    hooks: patch(MERGE_PATCH_TYPE, (asked) => {
      asked.headers['content-type'] = STRATEGIC_MERGE_PATCH_TYPE;
    }),
  },
  'strategic-directives-ignored': {
    summary: '`$patch` directives in a strategic merge patch are ignored',
    caughtBy: 'patch/strategic-merge-follows-merge-keys',
    seenIn: 'kubernetes/client-go#607',
    hooks: patch(STRATEGIC_MERGE_PATCH_TYPE, (asked) => walk(asked.json, (object) => delete object['$patch'])),
  },
  'json-patch-test-ignored': {
    summary: '`test` operations of a JSON patch are ignored',
    caughtBy: 'patch/failing-test-leaves-no-trace',
    seenIn: 'Starcounter-Jack/JSON-Patch#64',
    hooks: patch(JSON_PATCH_TYPE, (asked) => {
      asked.json = operationsOf(asked).filter(({ op }) => op !== 'test');
    }),
  },
  'json-patch-escapes-not-decoded': {
    summary: '`~1` in a JSON pointer is taken literally',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    seenIn: 'evanphx/json-patch#23',
    hooks: patch(JSON_PATCH_TYPE, (asked) => {
      for (const operation of operationsOf(asked))
        if (typeof operation['path'] === 'string') operation['path'] = operation['path'].replaceAll('~1', '~01');
    }),
  },
  'patch-is-locked': {
    summary: 'a PATCH is refused when another write came in between, as a PUT would be',
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
    summary:
      'a merge patch is applied to what was read before and written back whole, so that parallel patches lose fields',
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
    summary: 'a PATCH of type application/json is taken for a merge patch',
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
    summary: 'a PATCH answers the object as it was before',
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
});

function mergeInto(target: Bendable, patch: Bendable): void {
  for (const [member, value] of Object.entries(patch)) {
    const known = target[member];
    if (value === null) delete target[member];
    else if (isObject(value) && isObject(known)) mergeInto(known, value);
    else target[member] = value;
  }
}
