import type { Rule } from '../../../rules/rule.ts';

/** The id under which mixed walks are sent. They belong to all rules. */
export const WALK = 'world/mixed-walk';

/**
 * The rule, for cases that another rule or a mixed walk made. They are repeated under the id of their maker: under its
 * own id, the rule would judge requests that are wrong on purpose as requests that must succeed.
 */
export function judgedFor(rule: Rule, sender: string | undefined): Rule {
  return sender === undefined || sender === rule.id ? rule : { ...rule, sender };
}

/** The id under which cases of a rule are sent. */
export function senderOf({ id, sender = id }: Pick<Rule, 'id' | 'sender'>): string {
  return sender;
}
