import { wrongMemberOf } from '../../checks/validation/wrong-types.ts';
import { at, isObject } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'job-specs-have-the-types-that-are-shown',
  (resource, object, choices) => {
    const spec = at(object, 'spec');
    return isObject(spec) ? wrongMemberOf(`${resource.schema}Spec`, spec, choices) : undefined;
  },
  12,
);
