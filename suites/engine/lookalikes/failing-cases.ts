import type { VerdictLine, Violation } from '../../../shared/verdict-log/verdict-log.ts';
import type { Program } from '../../program/program.ts';
import { readProgram } from '../../program/read-program.ts';
import type { Rule } from '../../rules/rule.ts';
import { JUDGED_RULES } from '../judged-rules.ts';

/** The case of one cause: of a rule that fails in one way. */
export interface FailingCase {
  readonly rule: Rule;
  readonly operation: string;
  readonly violation: Violation;
  readonly program: Program;
  /** Whether its outcome depends on the order of concurrent steps, so that it may have to be sent more than once. */
  readonly isRace: boolean;
}

/** How many causes of one rule are tried. */
const OF_A_RULE = 2;

/** The cases of these failures, short ones first, and one of each rule before the second of any. */
export function failingCases(failures: readonly VerdictLine[]): readonly FailingCase[] {
  const all = failures.flatMap(casesOf).toSorted((a, b) => a.program.length - b.program.length);
  const causes = new Set<string>();
  const turns = new Map<string, number>();
  const turned = all.flatMap((each) => {
    const turn = turns.get(each.rule.id) ?? 0;
    if (turn === OF_A_RULE || causes.has(each.violation.fingerprint)) return [];
    causes.add(each.violation.fingerprint);
    turns.set(each.rule.id, turn + 1);
    return [{ each, turn }];
  });
  return turned.toSorted((a, b) => a.turn - b.turn).map(({ each }) => each);
}

function casesOf({ rule: id, operation, violations }: VerdictLine): FailingCase[] {
  const rule = JUDGED_RULES.find((each) => each.id === id);
  return violations.flatMap((violation) =>
    rule === undefined || violation.program === undefined
      ? []
      : [
          {
            rule,
            operation,
            violation,
            program: readProgram(violation.program),
            isRace: violation.timeline !== undefined || violation.intermittent !== undefined,
          },
        ],
  );
}
