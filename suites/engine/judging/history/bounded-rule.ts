import type { VerdictLine } from '../../../../shared/verdict-log/verdict-log.ts';
import type { ResourceId } from '../../../../spec/surface/resources.ts';
import { withinKinds, writesBeyond } from '../../../drivers/cases/within-kinds.ts';
import type { Rule } from '../../../rules/rule.ts';

/** A rule whose cases only write to the resources that `--kinds` selects. */
export class BoundedRule {
  readonly rule: Rule;
  /** Whether a case lost a step to the filter. */
  #cut = false;

  constructor(rule: Rule, kinds: readonly ResourceId[]) {
    this.rule = {
      ...rule,
      cases: (operation, choices) =>
        rule.cases(operation, choices).map((program) => {
          this.#cut ||= writesBeyond(program, kinds);
          return withinKinds(program, kinds);
        }),
    };
  }

  /** A rule that never applied because its cases were filtered is `skipped`, as the user requested. */
  concluded(found: VerdictLine): VerdictLine {
    if (!this.#cut || found.verdict !== 'inconclusive') return found;
    return {
      ...found,
      verdict: 'skipped',
      reason: `applied in ${found.cases} cases: --kinds leaves out the kinds that the other cases write`,
    };
  }
}
