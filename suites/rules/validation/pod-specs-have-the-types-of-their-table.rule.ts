import { wrongMemberOf } from '../../checks/validation/wrong-types.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'pod-specs-have-the-types-of-their-table',
  (resource, object, choices) => {
    const podSpec = podSpecOf(resource.kind, object);
    return podSpec === undefined ? undefined : wrongMemberOf('core/v1.PodSpec', podSpec, choices);
  },
  6,
);
