import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import type { OperationId } from '../../../../spec/surface/operations.ts';
import type { ResourceId } from '../../../../spec/surface/resources.ts';
import { withinKinds, writesBeyond } from '../../../drivers/cases/within-kinds.ts';
import { withinWatches } from '../../../drivers/cases/within-watches.ts';
import type { Program } from '../../../program/program.ts';
import type { Rule } from '../../../rules/rule.ts';

/** A bound on the steps of cases. */
export interface Bound {
  /** The program within the bound; the same program if it has no step beyond. */
  within(program: Program, operation: OperationId): Program;
  /** The verdict if the rule never applied because its cases were cut. */
  readonly verdict: Extract<VerdictLine['verdict'], 'skipped' | 'unsupported'>;
  /** Why the steps are left out, in one line. */
  readonly reason: string;
}

/** Cases write to no other resources than those that `--kinds` selects. */
export function ofKinds(kinds: readonly ResourceId[]): Bound {
  return {
    within: (program) => (writesBeyond(program, kinds) ? withinKinds(program, kinds) : program),
    verdict: 'skipped',
    reason: '--kinds leaves out the kinds that the other cases write',
  };
}

/** Cases open no more watches than the target leaves open. */
export function ofWatches(room: number): Bound {
  return {
    within: (program, operation) => withinWatches(program, room, operation),
    verdict: 'unsupported',
    reason: `${roomText(room)}, and the other cases need more`,
  };
}

/** How many watches the target leaves open at once. */
export function roomText(room: number): string {
  return `the target leaves ${room === 1 ? 'one watch' : `${room} watches`} open at once`;
}

/** A rule whose cases stay within a bound. */
export class BoundedRule {
  readonly rule: Rule;
  readonly #bound: Bound;
  /** Whether a case lost a step to the bound. */
  #cut = false;

  constructor(rule: Rule, bound: Bound) {
    this.#bound = bound;
    this.rule = {
      ...rule,
      cases: (operation, choices) =>
        rule.cases(operation, choices).map((program) => {
          const bounded = bound.within(program, operation.id);
          this.#cut ||= bounded !== program;
          return bounded;
        }),
    };
  }

  /** The verdict on a rule that never applied because its cases were cut is that of the bound. */
  concluded(found: VerdictLine): VerdictLine {
    if (!this.#cut || found.verdict !== 'inconclusive') return found;
    const { verdict, reason } = this.#bound;
    return { ...found, verdict, reason: `applied in ${found.cases} cases: ${reason}` };
  }
}
