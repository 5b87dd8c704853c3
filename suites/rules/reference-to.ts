import type { Resource } from '../../spec/surface/resources.ts';

/** An owner reference to the object of that name, which the step `as` creates. */
export function referenceTo({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>, name: string, as: string) {
  return { apiVersion, kind, name, uid: { $from: as, at: '/metadata/uid' } } as const;
}

/** Whether every server takes an object of that kind as an owner: an Event owns nothing in the real system. */
export function mayOwn({ kind }: Pick<Resource, 'kind'>): boolean {
  return kind !== 'Event';
}
