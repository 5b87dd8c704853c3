import { at } from '../../oracle/json.ts';
import { containersIn, podSpecOf } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('init-container-has-no-probes', (resource, object) =>
  containersIn(podSpecOf(resource.kind, object), 'initContainers').some((container) =>
    ['livenessProbe', 'readinessProbe'].some((probe) => (at(container, probe) ?? null) !== null),
  ),
);
