import { isOther } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('restart-policy-is-one-of-three', (resource, object) =>
  isOther(at(podSpecOf(resource.kind, object), 'restartPolicy'), ['Always', 'OnFailure', 'Never']),
);
