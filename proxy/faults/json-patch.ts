import { JSON_PATCH_TYPE } from '../../spec/surface/media-types.ts';
import { isObject } from './bend.ts';
import type { FaultyRequest, Bendable } from './fault.ts';
import { isPatch } from './requests.ts';

/** Whether a request is a JSON patch, on any path. */
export const isJsonPatch = (request: FaultyRequest): boolean =>
  isPatch(request, JSON_PATCH_TYPE) && Array.isArray(request.json);

/** The operations of a JSON patch. */
export function operationsOf({ json }: Pick<FaultyRequest, 'json'>): Bendable[] {
  return Array.isArray(json) ? json.filter(isObject) : [];
}

/** The steps of a JSON pointer (RFC 6901). */
export function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at those steps in a document; `undefined` if there is none. */
export function valueAt(document: unknown, steps: readonly string[]): unknown {
  return steps.reduce((value: unknown, step) => {
    if (Array.isArray(value)) return (value as readonly unknown[])[Number(step)];
    return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, document);
}
