import type { Arbitrary } from 'fast-check';
import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Operation } from '../../spec/surface/operations.ts';
import { dealt } from '../oracle/validation/in-turn.ts';
import type { Program } from '../program/program.ts';
import type { Rule } from '../rules/rule.ts';
import { seedFor } from './amount.ts';

export interface GeneratedCases {
  readonly cases: Arbitrary<Program>;
  readonly seed: number;
}

export interface Generation {
  readonly choices: DialectChoices;
  /** The seed of the run. */
  readonly seed: number;
  /** The number of cases of the rule on each operation. */
  readonly wanted: number;
  /** Later rounds have other cases. The default, 0, is the first. */
  readonly round?: number;
}

/**
 * The cases of a rule on one operation, and the seed that generates them. The operations of the rule share out the
 * choices that its cases make in turn: a rule with 5 choices and one case on each of 12 operations shows all 5, if all
 * operations are judged.
 */
export function generatedCases(
  rule: Rule,
  operation: Operation,
  { choices, seed, wanted, round = 0 }: Generation,
): GeneratedCases {
  const place = Math.max(
    0,
    rule.operations.findIndex(({ id }) => id === operation.id),
  );
  const again = round === 0 ? '' : ` again ${round}`;
  return {
    cases: dealt({ seed: seedFor(seed, rule.id, `turns${again}`), start: place * wanted }, () =>
      rule.cases(operation, choices),
    ),
    seed: seedFor(seed, rule.id, `${operation.id}${again}`),
  };
}
