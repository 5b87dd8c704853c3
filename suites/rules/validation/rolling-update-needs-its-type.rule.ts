import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'rolling-update-needs-its-type',
  (_, object) =>
    at(object, 'spec', 'strategy', 'type') === 'Recreate' &&
    (at(object, 'spec', 'strategy', 'rollingUpdate') ?? null) !== null,
);
