import { isOther } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'strategy-type-is-one-of-two',
  (resource, object) =>
    resource.schema.endsWith('.Deployment') &&
    isOther(at(object, 'spec', 'strategy', 'type'), ['Recreate', 'RollingUpdate']),
);
