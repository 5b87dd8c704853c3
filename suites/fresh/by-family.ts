import { groupBy } from '../../shared/group-by.ts';
import type { Rule } from '../rules/rule.ts';

/** The rules of each family, families in the order of their first rule. */
export function byFamily(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  return groupBy(rules, ({ id }) => id.slice(0, id.indexOf('/')));
}
