import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isObject, metadataOf, objectPath } from '../bend.ts';
import { CutError } from '../cut-error.ts';
import type { FaultyRequest, Bendable, Hooks, UpstreamClient } from '../fault.ts';
import { operationsOf, stepsOf, valueAt } from '../json-patch.ts';
import { refusal, typeOf } from './real-writes.ts';

/** Characters that the stored document escapes and a patch need not: `test` compares texts. */
const ESCAPED = /[<>&\u2028\u2029]/;

/** Operations that its patch library lacks: `copy`, the whole document as a target, `test` by value instead of text. */
export function patchesOfItsOwn(): Hooks {
  return {
    request: (request) => {
      if (request.method !== 'PATCH') return undefined;
      if (typeOf(request) === MERGE_PATCH_TYPE && isObject(request.json))
        request.json = withoutNullsInLists(request.json);
      return typeOf(request) === JSON_PATCH_TYPE &&
        operationsOf(request).some((operation, index, all) => isBeyondIt(operation, all.slice(0, index)))
        ? refusal(500, '')
        : undefined;
    },
  };
}

function isBeyondIt({ op, path, value }: Bendable, before: readonly Bendable[]): boolean {
  if (op === 'copy' || path === '') return true;
  return (
    op === 'test' &&
    typeof value === 'string' &&
    ESCAPED.test(value) &&
    !before.some((earlier) => earlier['path'] === path)
  );
}

function withoutNullsInLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== null).map(withoutNullsInLists);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutNullsInLists(inner)]))
    : value;
}

/**
 * A patch that names another kind: the server ignores the kind in a strategic merge patch, and returns 500 to the other
 * types.
 */
export function kindChanges(): Hooks {
  return {
    request: (request) => {
      if (request.method !== 'PATCH' || !isObject(request.json) || !Object.hasOwn(request.json, 'kind'))
        return undefined;
      if (request.json['kind'] === request.call?.resource?.kind) return undefined;
      if (typeOf(request) !== STRATEGIC_MERGE_PATCH_TYPE) return refusal(500, '');
      delete request.json['kind'];
      return undefined;
    },
  };
}

/**
 * Requests that crash the process: a JSON patch that tests an existing member for null, or adds before or beyond a
 * list, and a name generated from `-`. Nothing responds to them. A supervisor starts the process again at once.
 */
export function crashes(): Hooks {
  return {
    request: async (request, upstream) => {
      if (await isCrashing(request, upstream)) throw new CutError('cut');
    },
  };
}

async function isCrashing(request: FaultyRequest, upstream: UpstreamClient): Promise<boolean> {
  if (request.call?.verb === 'create' && metadataOf(request.json)['generateName'] === '-') return true;
  if (request.method !== 'PATCH' || typeOf(request) !== JSON_PATCH_TYPE) return false;
  const risky = operationsOf(request).filter(isRisky);
  if (risky.length === 0) return false;
  const { json } = await upstream.send('GET', objectPath(request));
  return risky.some((operation) => isFatal(operation, json));
}

const INDEX = /\/-?\d+$/;

function isRisky({ op, path, value = null }: Bendable): boolean {
  return (
    (op === 'test' && value === null) ||
    (['add', 'remove', 'move', 'replace'].includes(String(op)) && INDEX.test(String(path)))
  );
}

function isFatal({ op, path }: Bendable, document: unknown): boolean {
  const steps = stepsOf(String(path));
  if (op === 'test') return (valueAt(document, steps) ?? null) !== null;
  const parent = valueAt(document, steps.slice(0, -1));
  const index = Number(steps.at(-1));
  return Array.isArray(parent) && (index < 0 || (op === 'add' && index > parent.length));
}
