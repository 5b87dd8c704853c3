import type { Rule } from '../rules/rule.ts';

/** The rules of each family, families in the order of their first rule. */
export function byFamily(rules: readonly Rule[]): ReadonlyMap<string, readonly Rule[]> {
  const families = new Map<string, Rule[]>();
  for (const rule of rules) {
    const family = rule.id.slice(0, rule.id.indexOf('/'));
    const members = families.get(family) ?? [];
    families.set(family, members);
    members.push(rule);
  }
  return families;
}
