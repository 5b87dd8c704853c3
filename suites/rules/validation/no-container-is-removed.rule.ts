import { removesContainer } from '../../checks/validation/container-changes.ts';
import type { Rule } from '../rule.ts';
import { containerChangeRule } from './container-change-rule.ts';

export const rule: Rule = containerChangeRule('no-container-is-removed', removesContainer);
