import type { Rule } from '../../../rules/rule.ts';

/** The id under which mixed walks are sent. They belong to all rules. */
export const WALK = 'world/mixed-walk';

/**
 * The rule, for cases that another rule or a mixed walk made. They are repeated under the id of their maker: under its
 * own id, the rule would take what is a mistake there for a request that must succeed.
 */
export function judgedFor(rule: Rule, sender: string | undefined): Rule {
  return sender === undefined || sender === rule.id ? rule : { ...rule, sender };
}
