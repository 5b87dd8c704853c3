import { changesImage } from '../../checks/validation/container-changes.ts';
import type { Rule } from '../rule.ts';
import { containerChangeRule } from './container-change-rule.ts';

export const rule: Rule = containerChangeRule('image-of-a-container-does-not-change', changesImage);
