import { sameJson } from '../../resources/values/same-json.ts';
import { isMembers, members, type Members, withMember } from '../../resources/values/json-members.ts';
import { textHash } from '../../resources/values/text-hash.ts';

/** The label that distinguishes the pods of a deployment's replica sets. */
export const HASH_LABEL = 'pod-template-hash';

/**
 * A hash of a template, as digits; equal for equal templates and `collisions`. It is made from JSON with sorted
 * members.
 */
export function podTemplateHash(template: Members, collisions: number): string {
  return String(textHash(`${inOrder(template)}${collisions === 0 ? '' : collisions}`));
}

/** Whether two templates are equal, apart from the hash in their labels. */
export function sameTemplate(a: unknown, b: unknown): boolean {
  return sameJson(withoutHash(members(a)), withoutHash(members(b)));
}

/** The template without the hash in its labels. */
export function withoutHash(template: Members): Members {
  const metadata = members(template['metadata']);
  return withMember(
    template,
    'metadata',
    withMember(metadata, 'labels', withMember(members(metadata['labels']), HASH_LABEL, undefined)),
  );
}

export function withHash(template: Members, hash: string): Members {
  const metadata = members(template['metadata']);
  return { ...template, metadata: { ...metadata, labels: { ...members(metadata['labels']), [HASH_LABEL]: hash } } };
}

function inOrder(value: unknown): string {
  const sorted = (_: string, each: unknown): unknown =>
    isMembers(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each;
  return JSON.stringify(value, sorted);
}
