import { isOther } from '../../checks/validation/wrong-types.ts';
import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('dns-policy-is-one-of-three', (resource, object) =>
  isOther(at(podSpecOf(resource.kind, object), 'dnsPolicy'), ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default']),
);
