import { wrongMemberOf } from '../../checks/validation/wrong-types.ts';
import { at, isObject } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'metadata-has-the-types-of-its-table',
  (_, object, choices) => {
    const metadata = at(object, 'metadata');
    return isObject(metadata)
      ? wrongMemberOf('meta/v1.ObjectMeta', metadata, choices, ['labels', 'annotations'])
      : undefined;
  },
  4,
);
