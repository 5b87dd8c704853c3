import type { VerdictLine, Violation } from '../../../shared/verdict-log/verdict-log.ts';
import { isConcurrent } from '../../program/is-concurrent.ts';
import type { Program } from '../../program/program.ts';
import { readProgram } from '../../program/read-program.ts';
import type { Rule } from '../../rules/rule.ts';
import { judgedFor } from '../judging/sending/judged-for.ts';
import { ruleById } from '../../rules/index.ts';

/** The case of one cause: of a rule that fails in one way. */
export interface FailingCase {
  readonly rule: Rule;
  readonly operation: string;
  readonly violation: Pick<Violation, 'expected' | 'actual' | 'fingerprint' | 'aliases'>;
  readonly program: Program;
  /** Whether its outcome depends on the order of concurrent steps, so that it may have to be sent more than once. */
  readonly isRace: boolean;
}

/** How many causes of one rule are sent to other servers. */
const OF_A_RULE = 2;

/** The findings of a run that a comparison with known faults needs. */
export class RunFindings {
  /** Ids of the rules that passed on some operation. */
  readonly passed = new Set<string>();
  readonly #fingerprints = new Map<string, Set<string>>();
  /** The shortest case of each cause, by rule and fingerprint. */
  readonly #shortest = new Map<string, FailingCase>();

  /** Takes what the verdict adds. Transcripts are not kept. */
  add({ rule, operation, verdict, violations }: VerdictLine): void {
    if (verdict === 'passed') this.passed.add(rule);
    if (verdict === 'failed') for (const violation of violations) this.#fail(rule, operation, violation);
  }

  /** The fingerprints of each failing rule, by its id. */
  get fingerprints(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#fingerprints;
  }

  /** Whether a comparison has anything to send. */
  get isEmpty(): boolean {
    return this.#shortest.size === 0;
  }

  /** One case for each cause, short ones first, and one of each rule before the second of any. */
  cases(): readonly FailingCase[] {
    const turns = new Map<string, number>();
    const turned = [...this.#shortest.values()].toSorted(byLength).map((failing) => {
      const turn = turns.get(failing.rule.id) ?? 0;
      turns.set(failing.rule.id, turn + 1);
      return { failing, turn };
    });
    return turned
      .filter(({ turn }) => turn < OF_A_RULE)
      .toSorted((a, b) => a.turn - b.turn)
      .map(({ failing }) => failing);
  }

  #fail(id: string, operation: string, violation: Violation): void {
    const { expected, actual, fingerprint, aliases = [], intermittent } = violation;
    const prints = this.#fingerprints.get(id) ?? new Set();
    for (const print of [fingerprint, ...aliases]) prints.add(print);
    this.#fingerprints.set(id, prints);
    const judged = ruleById(id);
    if (judged === undefined || violation.program === undefined) return;
    const program = readProgram(violation.program);
    const failing: FailingCase = {
      rule: judgedFor(judged, violation.sender),
      operation,
      violation: { expected, actual, fingerprint, aliases },
      program,
      isRace: intermittent !== undefined || isConcurrent(program),
    };
    const known = this.#shortest.get(`${id} ${fingerprint}`);
    if (known === undefined || byLength(failing, known) < 0) this.#shortest.set(`${id} ${fingerprint}`, failing);
  }
}

function byLength(a: FailingCase, b: FailingCase): number {
  return a.program.length - b.program.length;
}
