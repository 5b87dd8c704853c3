import type { Rule } from '../rule.ts';
import { rule as acceptedFieldSelectorsRestrict } from './accepted-field-selectors-restrict.rule.ts';
import { rule as changedLabelsChangeTheSelection } from './changed-labels-change-the-selection.rule.ts';
import { rule as conditionsMustAllHold } from './conditions-must-all-hold.rule.ts';
import { rule as emptySelectorsSelectEverything } from './empty-selectors-select-everything.rule.ts';
import { rule as equalitySelectsExactly } from './equality-selects-exactly.rule.ts';
import { rule as everyFormSelectsExactly } from './every-form-of-a-selector-selects-exactly.rule.ts';
import { rule as existenceSelectsExactly } from './existence-selects-exactly.rule.ts';
import { rule as fieldSelectorByNameSelectsExactly } from './field-selector-by-name-selects-exactly.rule.ts';
import { rule as fieldSelectorByNamespaceSelectsExactly } from './field-selector-by-namespace-selects-exactly.rule.ts';
import { rule as inequalitySelectsAllOthers } from './inequality-selects-all-others.rule.ts';
import { rule as labelAndFieldSelectorsBothRestrict } from './label-and-field-selectors-both-restrict.rule.ts';
import { rule as malformedSelectorsAreRefused } from './malformed-selectors-are-refused.rule.ts';
import { rule as selectorAndNegationPartTheList } from './selector-and-negation-part-the-list.rule.ts';
import { rule as setMembershipSelectsExactly } from './set-membership-selects-exactly.rule.ts';

export const SELECTOR_RULES: readonly Rule[] = [
  acceptedFieldSelectorsRestrict,
  changedLabelsChangeTheSelection,
  conditionsMustAllHold,
  emptySelectorsSelectEverything,
  equalitySelectsExactly,
  everyFormSelectsExactly,
  existenceSelectsExactly,
  fieldSelectorByNameSelectsExactly,
  fieldSelectorByNamespaceSelectsExactly,
  inequalitySelectsAllOthers,
  labelAndFieldSelectorsBothRestrict,
  malformedSelectorsAreRefused,
  selectorAndNegationPartTheList,
  setMembershipSelectsExactly,
];
