import { at } from '../../oracle/json.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('there-is-a-container', (resource, object) => {
  const podSpec = podSpecOf(resource.kind, object);
  const containers = at(podSpec, 'containers') ?? null;
  return podSpec !== undefined && (containers === null || (Array.isArray(containers) && containers.length === 0));
});
