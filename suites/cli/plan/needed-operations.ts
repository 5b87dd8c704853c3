import { sample } from 'fast-check';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type Operation, OPERATIONS } from '../../../spec/surface/operations.ts';
import { type Kind, resourceById, type ResourceId } from '../../../spec/surface/resources.ts';
import type { Program } from '../../program/program.ts';
import { operationsIn } from '../../program/program-operations.ts';
import { generatedCases } from '../../engine/generated-cases.ts';
import { neededBy } from '../../engine/judging/history/preconditions.ts';
import { walksOf } from '../../engine/judging/sending/walks.ts';
import type { Rule } from '../../rules/rule.ts';

/** A rule and one of the operations on which it is judged. */
export interface RuleOnOperation {
  readonly rule: Rule;
  readonly operation: Operation;
}

/** A walk costs about as much as the cases of this many pairs: walks must not outweigh a small selection. */
const PAIRS_PER_WALK = 20;

/** The number of walks of a run with this many pairs: those of a full run, fewer for a small selection. */
export function walksFor(pairs: number, runs: number): number {
  return Math.min(walksOf(runs), Math.floor(pairs / PAIRS_PER_WALK));
}

/** The number of cases of each pair that are sampled for their operations. */
const LOOKED_AT = 5;

/**
 * The operations that the set-up must probe: those on which the rules are judged, those that their cases need, and
 * those that a sample of the cases sends. For many pairs a sample would cost more than to try every operation of
 * their kinds. `kinds` are the resources that `--kinds` selects.
 */
export function neededOperations(
  pairs: readonly RuleOnOperation[],
  choices: DialectChoices,
  kinds?: readonly ResourceId[],
): readonly Operation[] {
  const isNeeded =
    pairs.length >= PAIRS_PER_WALK
      ? isOfTheirKinds(pairs)
      : isAmong(
          pairs.flatMap(({ rule, operation }) => [
            operation,
            ...neededBy(rule, operation),
            ...sampled(rule, operation, choices),
          ]),
        );
  return OPERATIONS.filter(
    (operation) =>
      isNeeded(operation) && (operation.resource === undefined || (kinds?.includes(operation.resource) ?? true)),
  );
}

function isOfTheirKinds(pairs: readonly RuleOnOperation[]): (operation: Operation) => boolean {
  const kinds = new Set(pairs.flatMap(({ operation }) => kindOf(operation) ?? []));
  return (operation) => {
    const kind = kindOf(operation);
    return kind === undefined || kinds.has(kind);
  };
}

function kindOf({ resource }: Operation): Kind | undefined {
  return resource === undefined ? undefined : resourceById(resource).kind;
}

function sampled(rule: Rule, operation: Operation, choices: DialectChoices): Operation[] {
  const { cases, seed } = generatedCases(rule, operation, { choices, seed: 0, wanted: LOOKED_AT });
  return sample(cases, { numRuns: LOOKED_AT, seed }).flatMap(operationsIn);
}

/** The operations that a saved case needs. */
export function operationsOfCase({ rule, operation }: RuleOnOperation, program: Program): readonly Operation[] {
  return OPERATIONS.filter(isAmong([operation, ...neededBy(rule, operation), ...operationsIn(program)]));
}

function isAmong(wanted: readonly Operation[]): (operation: Operation) => boolean {
  const ids = new Set(wanted.map(({ id }) => id));
  return ({ id }) => ids.has(id);
}
