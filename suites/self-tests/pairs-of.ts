import type { Assignment } from '../engine/run-config.ts';
import type { Rule } from '../rules/rule.ts';

/** Every rule on each operation that it covers, or on the wanted ones. */
export function pairsOf(
  rules: readonly Pick<Rule, 'id' | 'operations'>[],
  wanted: (operation: string) => boolean = () => true,
): Assignment[] {
  return rules.flatMap(({ id: rule, operations }) =>
    operations.filter(({ id }) => wanted(id)).map(({ id: operation }) => ({ rule, operation })),
  );
}
