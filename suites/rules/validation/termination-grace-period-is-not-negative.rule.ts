import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('termination-grace-period-is-not-negative', (resource, object) => {
  const seconds = at(podSpecOf(resource.kind, object), 'terminationGracePeriodSeconds');
  return typeof seconds === 'number' && seconds < 0;
});
