import type { Resource } from './rule.ts';

/**
 * A label selector in which that requirement decides, among the objects of the case, between two that all of them meet.
 * A server that heeds the first or the last requirement alone selects too much.
 */
export function ofCase(requirement: string): string {
  return `plumbline-case={{case}},${requirement},plumbline-case`;
}

/** The same for a field selector, if the kind has namespaces; otherwise the requirement alone. */
export function inNamespace({ namespaced }: Resource, requirement: string): string {
  return namespaced ? `metadata.namespace={{ns1}},${requirement},metadata.namespace!=plumbline-none` : requirement;
}
