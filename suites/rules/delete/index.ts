import type { Rule } from '../rule.ts';
import { rule as answersAStatusOfSuccess } from './answers-a-status-of-success.rule.ts';
import { rule as bothPropagationOptionsAreRefused } from './both-propagation-options-are-refused.rule.ts';
import { rule as eachOptionWorksInTheBody } from './each-option-works-in-the-body.rule.ts';
import { rule as eachOptionWorksInTheQuery } from './each-option-works-in-the-query.rule.ts';
import { rule as finalizerHoldsTheObject } from './finalizer-holds-the-object.rule.ts';
import { rule as freesTheName } from './frees-the-name.rule.ts';
import { rule as leavesOtherObjects } from './leaves-other-objects.rule.ts';
import { rule as lingeringObjectShowsWhy } from './lingering-object-shows-why.rule.ts';
import { rule as ofAnAbsentObjectIsRefused } from './of-an-absent-object-is-refused.rule.ts';
import { rule as orphanKeepsDependants } from './orphan-keeps-dependants.rule.ts';
import { rule as preconditions } from './preconditions.rule.ts';
import { rule as removesTheObject } from './removes-the-object.rule.ts';
import { rule as whatFollowsWithoutOptions } from './what-follows-without-options.rule.ts';
import { rule as withoutABody } from './without-a-body.rule.ts';

export const DELETE_RULES: readonly Rule[] = [
  answersAStatusOfSuccess,
  bothPropagationOptionsAreRefused,
  eachOptionWorksInTheBody,
  eachOptionWorksInTheQuery,
  finalizerHoldsTheObject,
  freesTheName,
  leavesOtherObjects,
  lingeringObjectShowsWhy,
  ofAnAbsentObjectIsRefused,
  orphanKeepsDependants,
  preconditions,
  removesTheObject,
  whatFollowsWithoutOptions,
  withoutABody,
];
