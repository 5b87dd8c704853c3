import * as every from './every-rule.generated.ts';
import type { Family, Rule } from './rule.ts';

/** Every family, in the order in which reports show them. */
const FAMILIES: readonly Family[] = [
  'discovery',
  'media-types',
  'create',
  'get',
  'list',
  'selectors',
  'replace',
  'status',
  'validation',
  'patch',
  'delete',
  'delete-collection',
  'watch',
  'world',
  'concurrency',
  'control-loops',
];

/** Every rule, family by family. */
export const RULES: readonly Rule[] = FAMILIES.flatMap((family) =>
  Object.values<Rule>(every).filter(({ id }) => id.startsWith(`${family}/`)),
);

const BY_ID: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

export function ruleById(id: string): Rule | undefined {
  return BY_ID.get(id);
}

/** The level of the rule with that id. */
export function levelOf(id: string): Rule['level'] {
  return ruleById(id)?.level ?? 'must';
}
