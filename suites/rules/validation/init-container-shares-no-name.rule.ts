import { hasDuplicates, namesIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('init-container-shares-no-name', (resource, object) => {
  const podSpec = podSpecOf(resource.kind, object);
  const [names, initNames] = [namesIn(podSpec, 'containers'), namesIn(podSpec, 'initContainers')];
  return hasDuplicates(initNames) || initNames.some((name) => names.includes(name));
});
