import type { Operation, Verb } from '../../spec/surface/operations.ts';
import type { Violated } from '../checks/finding.ts';
import { rule as legalObjectIsAccepted } from './create/legal-object-is-accepted.rule.ts';
import { rule as isAnApiResourceList } from './discovery/is-an-api-resource-list.rule.ts';
import { rule as namesItself } from './get/names-itself.rule.ts';
import { rule as ofNothingHasEmptyItems } from './list/of-nothing-has-empty-items.rule.ts';
import { rule as answerIsOfTheTypeAskedFor } from './media-types/answer-is-of-the-type-asked-for.rule.ts';
import { rule as wellFormedPatchIsAccepted } from './patch/well-formed-patch-is-accepted.rule.ts';
import { rule as currentVersionSucceeds } from './replace/current-version-succeeds.rule.ts';
import type { Rule } from './rule.ts';
import { rule as currentStatusVersionSucceeds } from './status/current-version-succeeds.rule.ts';
import { rule as answersAStream } from './watch/answers-a-stream.rule.ts';
import { rule as watchTakesItsParameters } from './watch/takes-every-parameter-of-its-set.rule.ts';
import { rule as keepsAnswering } from './world/keeps-answering.rule.ts';
import { rule as plainCallsSucceed } from './world/plain-calls-succeed.rule.ts';

/**
 * By verb, the rule that owns the precondition of all other rules: that a legal call does its work. If it fails, it
 * blocks the other rules, so no rule fails for a reason outside of its clause.
 */
export const OWNERS: Readonly<Record<Verb, Rule>> = {
  create: legalObjectIsAccepted,
  get: plainCallsSucceed,
  list: plainCallsSucceed,
  listAll: plainCallsSucceed,
  watch: answersAStream,
  watchList: answersAStream,
  watchAll: answersAStream,
  replace: currentVersionSucceeds,
  patch: wellFormedPatchIsAccepted,
  delete: plainCallsSucceed,
  deleteCollection: plainCallsSucceed,
  getStatus: plainCallsSucceed,
  replaceStatus: currentStatusVersionSucceeds,
  patchStatus: plainCallsSucceed,
  discover: isAnApiResourceList,
};

/** Rules that own the shape of a response; without it, other rules cannot read the response. */
const SHAPES: readonly Rule[] = [ofNothingHasEmptyItems, namesItself];

/** Rules that own only violations of these causes: a response that is no object of its kind at all, such as `{}`. */
const OWNING_CAUSES: Readonly<Record<string, string>> = { [namesItself.id]: 'kind' };

/** Whether a violation of an owning rule keeps other rules from reading the response. */
export function isOwning({ id }: Rule, { cause }: Violated): boolean {
  return cause === (OWNING_CAUSES[id] ?? cause);
}

/** The rules that own a precondition. None of them is blocked by another. */
export const OWNING_RULES: readonly Rule[] = [...new Set([...Object.values(OWNERS), ...SHAPES])];

/**
 * The rules that judge an operation even if a plain call of it fails, because they are about such failures. A watch
 * is tried with `timeoutSeconds`, so a failure may be about that parameter alone.
 */
const ABOUT_FAILING: readonly Rule[] = [
  plainCallsSucceed,
  keepsAnswering,
  answerIsOfTheTypeAskedFor,
  watchTakesItsParameters,
];

/** The rule that fails if the target does not serve a tabulated operation at all; no other rule is judged there. */
export function tellerOf({ verb }: Operation): Rule {
  return verb.startsWith('watch') ? answersAStream : plainCallsSucceed;
}

/** Whether a rule judges an operation even if a plain call of it fails. */
export function judgesFailing({ id }: Rule, { verb }: Operation): boolean {
  return [OWNERS[verb], ...ABOUT_FAILING].some((rule) => rule.id === id);
}
