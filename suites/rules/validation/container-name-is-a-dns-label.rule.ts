import { DNS_LABEL } from '../../oracle/values/dns-label.ts';
import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'container-name-is-a-dns-label',
  (resource, object) =>
    allContainers(resource.kind, object).some((container) => !DNS_LABEL.test(String(container['name'] ?? ''))),
  6,
);
