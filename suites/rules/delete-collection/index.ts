import type { Rule } from '../rule.ts';
import { rule as answersAStatus } from './answers-a-status.rule.ts';
import { rule as badSelectorIsRefused } from './bad-selector-is-refused.rule.ts';
import { rule as bodyIsOptional } from './body-is-optional.rule.ts';
import { rule as everyViewShowsTheRemoval } from './every-view-shows-the-removal.rule.ts';
import { rule as finalizerHoldsTheObject } from './finalizer-holds-the-object.rule.ts';
import { rule as goesOnWhenOthersDelete } from './goes-on-when-others-delete.rule.ts';
import { rule as isToldToWatches } from './is-told-to-watches.rule.ts';
import { rule as leavesOtherNamespacesAndKinds } from './leaves-other-namespaces-and-kinds.rule.ts';
import { rule as leavesWhatIsMadeLater } from './leaves-what-is-made-later.rule.ts';
import { rule as ofNothingRemovesNothing } from './of-nothing-removes-nothing.rule.ts';
import { rule as removesExactlyWhatMatches } from './removes-exactly-what-matches.rule.ts';
import { rule as takesTheListParameters } from './takes-the-list-parameters.rule.ts';
import { rule as unknownFieldsSelectNothing } from './unknown-fields-select-nothing.rule.ts';

export const DELETE_COLLECTION_RULES: readonly Rule[] = [
  answersAStatus,
  badSelectorIsRefused,
  bodyIsOptional,
  everyViewShowsTheRemoval,
  finalizerHoldsTheObject,
  goesOnWhenOthersDelete,
  isToldToWatches,
  leavesOtherNamespacesAndKinds,
  leavesWhatIsMadeLater,
  ofNothingRemovesNothing,
  removesExactlyWhatMatches,
  takesTheListParameters,
  unknownFieldsSelectNothing,
];
