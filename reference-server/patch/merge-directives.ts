import type { DialectChoices } from '../../spec/dialects/index.ts';
import { type JsonObject, memberOf } from './json-values.ts';
import { PatchError } from './patch-error.ts';

/** Members of a strategic merge patch that are instructions, not data. */
export const PATCH_DIRECTIVE = '$patch';
export const RETAIN_KEYS = '$retainKeys';
export const ELEMENT_ORDER = '$setElementOrder/';
export const DELETE_FROM_LIST = '$deleteFromPrimitiveList/';

export type Directive = 'merge' | 'replace' | 'delete';

export function isDirective(member: string): boolean {
  if (!member.startsWith('$')) return false;
  return (
    member === PATCH_DIRECTIVE ||
    member === RETAIN_KEYS ||
    member.startsWith(ELEMENT_ORDER) ||
    member.startsWith(DELETE_FROM_LIST)
  );
}

/**
 * The `$patch` directive of an object; absent means merge, which some dialects do not allow as an explicit value.
 * Throws `PatchError` for any other value.
 */
export function directiveOf(
  patch: JsonObject,
  where: string,
  choices: Pick<DialectChoices, 'patch.merge-directive'>,
): Directive {
  const directive = memberOf(patch, PATCH_DIRECTIVE);
  if (directive === undefined) return 'merge';
  if (directive === 'replace' || directive === 'delete') return directive;
  if (directive === 'merge' && choices['patch.merge-directive'] === 'known') return directive;
  throw new PatchError(
    'undecodable',
    `${PATCH_DIRECTIVE} must be "replace" or "delete", or absent where it would be "merge", got ${JSON.stringify(directive)}`,
    where,
  );
}

/** The lists for which a patch has a directive with that prefix. */
export function directivesFor(patch: JsonObject, prefix: string): string[] {
  return Object.keys(patch)
    .filter((member) => member.startsWith(prefix))
    .map((member) => member.slice(prefix.length));
}
