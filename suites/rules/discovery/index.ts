import type { Rule } from '../rule.ts';
import { rule as isAnApiResourceList } from './is-an-api-resource-list.rule.ts';
import { rule as kindAndScopeAreRight } from './kind-and-scope-are-right.rule.ts';
import { rule as listsEachResourceThatIsServed } from './lists-each-resource-that-is-served.rule.ts';
import { rule as namesTheGroupVersionOfItsPath } from './names-the-group-version-of-its-path.rule.ts';
import { rule as operationsBeyondTheTables } from './operations-beyond-the-tables.rule.ts';
import { rule as verbsThatWorkAreListed } from './verbs-that-work-are-listed.rule.ts';

export const DISCOVERY_RULES: readonly Rule[] = [
  isAnApiResourceList,
  kindAndScopeAreRight,
  listsEachResourceThatIsServed,
  namesTheGroupVersionOfItsPath,
  operationsBeyondTheTables,
  verbsThatWorkAreListed,
];
