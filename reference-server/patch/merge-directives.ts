import type { JsonObject } from './json-values.ts';
import { memberOf } from './json-values.ts';
import { PatchError } from './patch-error.ts';

/** Members of a strategic merge patch that are instructions, not data. */
export const PATCH_DIRECTIVE = '$patch';
export const RETAIN_KEYS = '$retainKeys';
export const ELEMENT_ORDER = '$setElementOrder/';
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';

export type Directive = 'merge' | 'replace' | 'delete';

export function isDirective(member: string): boolean {
  if (!member.startsWith('$')) return false;
  return member === PATCH_DIRECTIVE || member === RETAIN_KEYS || member.startsWith(ELEMENT_ORDER) || member.startsWith(DELETE_FROM_LIST);
}

/** What `$patch` of an object says; absent means merge. Throws `PatchError` for anything else. */
export function directiveOf(patch: JsonObject, where: string): Directive {
  const directive = memberOf(patch, PATCH_DIRECTIVE);
  if (directive === undefined) return 'merge';
  if (directive === 'merge' || directive === 'replace' || directive === 'delete') return directive;
  throw new PatchError('undecodable', `${PATCH_DIRECTIVE} must be "merge", "replace" or "delete", got ${JSON.stringify(directive)}`, where);
}

/** The lists that a patch has a directive of that prefix for. */
export function directivesFor(patch: JsonObject, prefix: string): string[] {
  return Object.keys(patch).filter((member) => member.startsWith(prefix)).map((member) => member.slice(prefix.length));
}
