import type { Rule } from '../../rules/rule.ts';

/** A hint for a rule id or pattern that matches no rule: the rule with the most similar id, or the families. */
export function didYouMean(pattern: string, rules: readonly Rule[]): string {
  const wanted = pairsIn(pattern);
  const near = rules
    .map(({ id }) => ({ id, likeness: likeness(wanted, pairsIn(id)) }))
    .sort((a, b) => b.likeness - a.likeness);
  const [best] = near;
  const families = [...new Set(rules.map(({ id }) => id.split('/')[0]))].join(', ');
  return best === undefined || best.likeness < LEAST
    ? `families are ${families} (--list shows all)`
    : `did you mean '${best.id}'? (--list shows all)`;
}

/** Below this likeness no rule is suggested. */
const LEAST = 0.3;

/** Pairs of neighbouring characters: a typing error changes two of them. */
function pairsIn(text: string): ReadonlySet<string> {
  const plain = text.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)));
}

/** From 0, nothing in common, to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / Math.max(1, a.size + b.size);
}
