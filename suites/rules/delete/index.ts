import type { Rule } from '../rule.ts';
import { rule as answersAStatusOfSuccess } from './answers-a-status-of-success.rule.ts';
import { rule as bothPropagationOptionsAreRefused } from './both-propagation-options-are-refused.rule.ts';
import { rule as eachOptionWorksInTheBody } from './each-option-works-in-the-body.rule.ts';
import { rule as eachOptionWorksInTheQuery } from './each-option-works-in-the-query.rule.ts';
import { rule as finalizerHoldsTheObject } from './finalizer-holds-the-object.rule.ts';
import { rule as freesTheName } from './frees-the-name.rule.ts';
import { rule as graceOfZeroInTheSpecEndsAtOnce } from './grace-of-zero-in-the-spec-ends-at-once.rule.ts';
import { rule as leavesOtherObjects } from './leaves-other-objects.rule.ts';
import { rule as lingeringObjectKeepsItsContent } from './lingering-object-keeps-its-content.rule.ts';
import { rule as lingeringObjectShowsWhy } from './lingering-object-shows-why.rule.ts';
import { rule as markingIsToldToWatches } from './marking-is-told-to-watches.rule.ts';
import { rule as nameOfALingeringObjectIsTaken } from './name-of-a-lingering-object-is-taken.rule.ts';
import { rule as ofAnAbsentObjectIsRefused } from './of-an-absent-object-is-refused.rule.ts';
import { rule as onlyOneOfSeveralRemoves } from './only-one-of-several-removes.rule.ts';
import { rule as orphanDependentsFalseRemovesTheOrphanFinalizer } from './orphan-dependents-false-removes-the-orphan-finalizer.rule.ts';
import { rule as orphanKeepsDependants } from './orphan-keeps-dependants.rule.ts';
import { rule as otherPolicies } from './other-policies.rule.ts';
import { rule as parallelWritesDoNotBringItBack } from './parallel-writes-do-not-bring-it-back.rule.ts';
import { rule as preconditions } from './preconditions.rule.ts';
import { rule as refusalLeavesNoTrace } from './refusal-leaves-no-trace.rule.ts';
import { rule as removesTheObject } from './removes-the-object.rule.ts';
import { rule as takesThePrettyParameter } from './takes-the-pretty-parameter.rule.ts';
import { rule as whatBecomesOfDependants } from './what-becomes-of-dependants.rule.ts';
import { rule as whatFollowsWithoutOptions } from './what-follows-without-options.rule.ts';
import { rule as withoutABody } from './without-a-body.rule.ts';
import { rule as writesDoNotTakeTheMarkBack } from './writes-do-not-take-the-mark-back.rule.ts';
import { rule as zeroGraceEndsALongerOne } from './zero-grace-ends-a-longer-one.rule.ts';

export const DELETE_RULES: readonly Rule[] = [
  answersAStatusOfSuccess,
  bothPropagationOptionsAreRefused,
  eachOptionWorksInTheBody,
  eachOptionWorksInTheQuery,
  finalizerHoldsTheObject,
  freesTheName,
  graceOfZeroInTheSpecEndsAtOnce,
  leavesOtherObjects,
  lingeringObjectKeepsItsContent,
  lingeringObjectShowsWhy,
  markingIsToldToWatches,
  nameOfALingeringObjectIsTaken,
  ofAnAbsentObjectIsRefused,
  onlyOneOfSeveralRemoves,
  orphanDependentsFalseRemovesTheOrphanFinalizer,
  orphanKeepsDependants,
  otherPolicies,
  parallelWritesDoNotBringItBack,
  preconditions,
  refusalLeavesNoTrace,
  removesTheObject,
  takesThePrettyParameter,
  whatBecomesOfDependants,
  whatFollowsWithoutOptions,
  withoutABody,
  writesDoNotTakeTheMarkBack,
  zeroGraceEndsALongerOne,
];
