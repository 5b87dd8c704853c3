import { hasDuplicates, namesIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('container-names-are-unique', (resource, object) =>
  hasDuplicates(namesIn(podSpecOf(resource.kind, object), 'containers')),
);
