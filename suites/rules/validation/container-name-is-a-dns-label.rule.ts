import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/;

export const rule: Rule = refusalRule(
  'container-name-is-a-dns-label',
  (resource, object) =>
    allContainers(resource.kind, object).some((container) => !DNS_LABEL.test(String(container['name'] ?? ''))),
  6,
);
