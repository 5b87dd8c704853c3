import type { Resource } from '../../spec/surface/resources.ts';

/** An owner reference to the object of that name, which the step `as` creates. */
export function referenceTo({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>, name: string, as: string) {
  return { apiVersion, kind, name, uid: { $from: as, at: '/metadata/uid' } } as const;
}
