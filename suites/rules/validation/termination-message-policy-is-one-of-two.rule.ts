import { isOther } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('termination-message-policy-is-one-of-two', (resource, object) =>
  allContainers(resource.kind, object).some((container) =>
    isOther(at(container, 'terminationMessagePolicy'), ['File', 'FallbackToLogsOnError']),
  ),
);
