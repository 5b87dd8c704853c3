import type { Kind, Resource } from '../../spec/surface/resources.ts';

/** Kinds whose names are part of host names, so they have no dots. */
const LABELS_ONLY: ReadonlySet<Kind> = new Set(['Namespace', 'Service']);

/** Whether every server takes a name with dots for an object of that kind. */
export function mayHaveDots({ kind }: Resource): boolean {
  return !LABELS_ONLY.has(kind);
}

/** That name with dots, which a server may refuse, so it comes beside another one; or as it is. */
export function dotted(resource: Resource, name: string): string {
  return mayHaveDots(resource) ? `${name}.x.0` : name;
}
