import { wrongMemberOf } from '../../checks/validation/wrong-types.ts';
import { at, isObject } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'deployment-strategies-have-the-types-of-their-table',
  (resource, object, choices) => {
    const strategy = at(object, 'spec', 'strategy');
    return isObject(strategy) ? wrongMemberOf(`${resource.schema}Strategy`, strategy, choices) : undefined;
  },
  6,
);
