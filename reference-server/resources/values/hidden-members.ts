import type { Resource } from '../../../spec/surface/resources.ts';
import { isMembers } from './json-members.ts';

/** Members of specs that a later group-version of the kind lacks, by its id. */
const HIDDEN: Readonly<Record<string, string>> = {
  'daemonsets.apps/v1': 'templateGeneration',
  'deployments.apps/v1': 'rollbackTo',
};

/** The spec in a resource's group-version: the same object unless it has members of older group-versions only. */
export function specFor({ id }: Resource, spec: unknown): unknown {
  const hidden = HIDDEN[id];
  if (hidden === undefined || !isMembers(spec) || !Object.hasOwn(spec, hidden)) return spec;
  return Object.fromEntries(Object.entries(spec).filter(([name]) => name !== hidden));
}
