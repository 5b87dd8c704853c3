import type { Rule } from '../rule.ts';
import { rule as answersAStatus } from './answers-a-status.rule.ts';
import { rule as badSelectorIsRefused } from './bad-selector-is-refused.rule.ts';
import { rule as finalizerHoldsTheObject } from './finalizer-holds-the-object.rule.ts';
import { rule as isToldToWatches } from './is-told-to-watches.rule.ts';
import { rule as leavesOtherNamespacesAndKinds } from './leaves-other-namespaces-and-kinds.rule.ts';
import { rule as ofNothingRemovesNothing } from './of-nothing-removes-nothing.rule.ts';
import { rule as removesExactlyWhatMatches } from './removes-exactly-what-matches.rule.ts';

export const DELETE_COLLECTION_RULES: readonly Rule[] = [
  answersAStatus,
  badSelectorIsRefused,
  finalizerHoldsTheObject,
  isToldToWatches,
  leavesOtherNamespacesAndKinds,
  ofNothingRemovesNothing,
  removesExactlyWhatMatches,
];
