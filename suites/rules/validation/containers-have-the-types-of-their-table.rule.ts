import { wrongMemberOf } from '../../checks/validation/wrong-types.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'containers-have-the-types-of-their-table',
  (resource, object, choices) =>
    allContainers(resource.kind, object)
      .map((container) => wrongMemberOf('core/v1.Container', container, choices))
      .find((member) => member !== undefined),
  6,
);
