import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { refusalRule } from './refusal-rule.ts';

const BOUNDS = ['maxSurge', 'maxUnavailable'];

export const rule: Rule = refusalRule('max-surge-and-max-unavailable-are-not-both-zero', (_, object) => BOUNDS.every((bound) => {
  const value = at(object, 'spec', 'strategy', 'rollingUpdate', bound);
  return value === 0 || value === '0%';
}), 4);
