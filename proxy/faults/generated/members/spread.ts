import { labelOf, type MemberPlace } from './member-place.ts';
import type { WriteForm } from './write.ts';

/**
 * The kinds with a pod spec. There are many, so each faulty behaviour of a member deep in the pod spec is derived for
 * one of them only.
 */
const CARRIERS = 7;
/** The approximate number of places that a member deep in a pod spec has in one kind. */
const PLACES = 4;

/**
 * The writes for which the fault is derived: all of them for most members; one of them, chosen by a hash, for the fault
 * `changed` of a pod spec's member; for a member deeper in a pod spec one write in about one kind of seven, at one
 * place of four.
 */
export function spread(place: MemberPlace, way: string, writes: readonly WriteForm[]): readonly WriteForm[] {
  const number = hashOf(`${place.resource.id} ${labelOf(place)} ${way}`);
  const write = writes[Math.floor(number / (CARRIERS * PLACES)) % Math.max(writes.length, 1)];
  const one = write === undefined ? [] : [write];
  if (isDeep(place)) return number % (CARRIERS * PLACES) === 0 ? one : [];
  return way === 'changed' && isOfPodSpec(place) ? one : writes;
}

function isOfPodSpec({ type }: MemberPlace): boolean {
  return type.startsWith('core/v1.') && type !== 'core/v1.ServiceSpec';
}

/** Whether a member is in a pod spec and neither its own nor a container's. */
function isDeep({ pattern, clause }: MemberPlace): boolean {
  return (
    clause === undefined &&
    (pattern.includes('containers') ||
      pattern.includes('initContainers') ||
      pattern.includes('volumes') ||
      pattern.includes('affinity'))
  );
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
