import { allContainers } from '../../oracle/objects/pod-specs.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule('tty-needs-stdin', (resource, object) =>
  allContainers(resource.kind, object).some((container) => container['tty'] === true && container['stdin'] !== true),
);
