import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'host-aliases-need-a-pod-network',
  (resource, object) => {
    const podSpec = podSpecOf(resource.kind, object);
    const aliases = at(podSpec, 'hostAliases');
    return at(podSpec, 'hostNetwork') === true && Array.isArray(aliases) && aliases.length > 0;
  },
  2,
);
