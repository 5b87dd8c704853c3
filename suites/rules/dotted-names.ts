import type { Kind, Resource } from '../../spec/surface/resources.ts';

/** Kinds whose names are part of host names, so they have no dots. */
const LABELS_ONLY: ReadonlySet<Kind> = new Set(['Namespace', 'Service']);

/** Whether kube-apiserver takes a name with dots for an object of that kind. Other servers may refuse it. */
export function mayHaveDots({ kind }: Resource): boolean {
  return !LABELS_ONLY.has(kind);
}

/** That name with dots, if the kind may have them: a server may refuse it, so another name must come as well. */
export function dotted(resource: Resource, name: string): string {
  return mayHaveDots(resource) ? `${name}.x.0` : name;
}
