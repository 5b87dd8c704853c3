import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

export const rule: Rule = refusalRule(
  'bounds-of-a-rolling-update-are-numbers-or-percentages',
  (_, object) =>
    ['maxSurge', 'maxUnavailable'].some((bound) => {
      const value = at(object, 'spec', 'strategy', 'rollingUpdate', bound);
      return typeof value === 'string' && !/^\d+%$/.test(value);
    }),
  6,
);
