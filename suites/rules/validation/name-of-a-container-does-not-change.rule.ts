import { renamesContainer } from '../../checks/validation/container-changes.ts';
import type { Rule } from '../rule.ts';
import { containerChangeRule } from './container-change-rule.ts';

export const rule: Rule = containerChangeRule('name-of-a-container-does-not-change', renamesContainer);
