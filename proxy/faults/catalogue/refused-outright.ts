import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { failureStatus, isObject, jsonResponse, metadataOf, succeeded } from '../bend.ts';
import type { Asked, Fault, Hooks } from '../fault.ts';
import { faults } from '../named.ts';
import { isOne, refusing } from '../ways.ts';

/** Servers that refuse plain requests: other rules need these requests. */
export const REFUSED_OUTRIGHT_FAULTS: readonly Fault[] = faults({
  'watch-answers-a-list': {
    summary: 'a watch answers what a list or a get of the same path answers, and ends',
    caughtBy: 'watch/answers-a-stream',
    hooks: () => ({
      request: (asked, upstream) =>
        asked.call?.watching === true ? upstream.send('GET', unwatched(asked)) : undefined,
    }),
  },
  'json-patch-is-a-server-error': {
    summary: 'every JSON patch is answered 500',
    caughtBy: 'patch/well-formed-patch-is-accepted',
    hooks: refusing(
      (asked) =>
        isOne(asked, ['patch', 'patchStatus']) && (asked.headers['content-type'] ?? '').startsWith(JSON_PATCH_TYPE),
      500,
      'InternalError',
    ),
  },
  'new-namespaces-cannot-be-used-yet': {
    summary: 'creates in a namespace are refused with 403 for a moment after it was made',
    caughtBy: 'create/new-namespace-takes-objects',
    hooks: newNamespacesRefuse,
  },
  'typed-delete-options-refused': {
    summary: 'a delete whose options name their kind is refused',
    caughtBy: 'delete/each-option-works-in-the-body',
    hooks: refusing(
      (asked) => isOne(asked, 'delete') && isObject(asked.json) && asked.json['kind'] !== undefined,
      400,
      'BadRequest',
    ),
  },
  'prefixed-annotation-keys-refused': {
    summary: 'a create with an annotation whose key has a prefix is refused',
    caughtBy: 'create/legal-object-is-accepted',
    hooks: refusing((asked) => isOne(asked, 'create') && hasPrefixedKey(asked), 422, 'Invalid'),
  },
  'get-of-a-patched-object-is-a-server-error': {
    summary: 'a get of an object that was patched is answered 500',
    caughtBy: 'world/well-formed-requests-never-break-the-server',
    hooks: breakingAfterPatches,
  },
});

/** The path and query of a watch, turned into those of the equivalent read. */
function unwatched({ path, query }: Asked): string {
  const rest = new URLSearchParams([...query].filter(([name]) => name === 'labelSelector' || name === 'fieldSelector'));
  return `${path.replace('/watch/', '/')}${rest.size === 0 ? '' : `?${rest}`}`;
}

function hasPrefixedKey({ json }: Asked): boolean {
  const annotations = metadataOf(json)['annotations'];
  return isObject(annotations) && Object.keys(annotations).some((key) => key.includes('/'));
}

function breakingAfterPatches(): Hooks {
  const patched = new Set<string>();
  return {
    request: (asked) => {
      if (isOne(asked, 'patch')) patched.add(asked.path);
      return isOne(asked, 'get') && patched.has(asked.path)
        ? jsonResponse(500, failureStatus(500, 'InternalError', 'cannot decode'))
        : undefined;
    },
  };
}

/** How long a new namespace is unusable, in milliseconds. */
const UNUSABLE_MS = 100;

function newNamespacesRefuse(): Hooks {
  const usableFrom = new Map<unknown, number>();
  return {
    response: (answered, { call }) => {
      if (call?.verb === 'create' && call.resource?.kind === 'Namespace' && succeeded(answered))
        usableFrom.set(metadataOf(answered.json)['name'], performance.now() + UNUSABLE_MS);
    },
    request: (asked) =>
      isOne(asked, 'create') && performance.now() < (usableFrom.get(asked.call?.namespace) ?? 0)
        ? jsonResponse(403, failureStatus(403, 'Forbidden', 'the namespace is not ready'))
        : undefined,
  };
}
