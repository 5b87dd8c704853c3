import { isOther } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('image-pull-policy-is-one-of-three', (resource, object) =>
  allContainers(resource.kind, object).some((container) =>
    isOther(at(container, 'imagePullPolicy'), ['Always', 'Never', 'IfNotPresent']),
  ),
);
