import type { Resource } from '../../spec/surface/resources.ts';
import { isMembers } from './json-members.ts';

/** Members of specs that a later view of the kind does not have, by the id of the view. */
const HIDDEN: Readonly<Record<string, string>> = { 'daemonsets.apps/v1': 'templateGeneration' };

/** The spec as a resource shows it: the very same but for what only the older views have. */
export function specFor({ id }: Resource, spec: unknown): unknown {
  const hidden = HIDDEN[id];
  if (hidden === undefined || !isMembers(spec) || !Object.hasOwn(spec, hidden)) return spec;
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== hidden));
}
