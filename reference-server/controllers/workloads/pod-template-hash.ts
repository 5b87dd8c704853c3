import { sameJson } from '../../resources/same-json.ts';
import { isMembers, members, type Members, withMember } from '../../resources/json-members.ts';
import { textHash } from '../../resources/text-hash.ts';

/** The label by which the pods of the replica sets of a deployment are told apart. */
export const HASH_LABEL = 'pod-template-hash';

/** A number that is the same for the same template, as digits; another `collisions` gives another. It is of JSON with members in order. */
export function podTemplateHash(template: Members, collisions: number): string {
  return String(textHash(`${inOrder(template)}${collisions === 0 ? '' : collisions}`));
}

/** Whether two templates make the same pods, but for the hash in their labels. */
export function sameTemplate(a: unknown, b: unknown): boolean {
  return sameJson(withoutHash(members(a)), withoutHash(members(b)));
}

/** The template as it was before a hash was put in its labels. */
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
