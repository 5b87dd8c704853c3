import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('active-deadline-is-positive', (resource, object) => {
  const seconds = at(podSpecOf(resource.kind, object), 'activeDeadlineSeconds');
  return typeof seconds === 'number' && seconds <= 0;
});
