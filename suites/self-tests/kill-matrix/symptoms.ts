import type { ListedFault, Symptom, Symptoms } from '../../../shared/verdict-log/kill-matrix.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import { sharedWords } from '../../../shared/verdict-log/violation-words.ts';
import { type Operation, operationName } from '../../../spec/surface/operations.ts';
import { shuffled } from '../../engine/amount.ts';
import type { Assignment } from '../../engine/run-config.ts';
import type { Rule } from '../../rules/rule.ts';
import type { JudgedTarget } from '../judge-target.ts';
import { nearest } from './near.ts';
import type { Fires } from './plan.ts';

/**
 * The number of operations for the rule that a fault names: its failures distinguish a fault of one kind or verb
 * from a fault of all.
 */
const OF_THE_NAMED_RULE = 16;
/** The number of operations for every other failing rule. */
const OF_OTHERS = 8;
/** The number of operations for a rule that fails for similar faults. */
const OF_RELATED = 3;
/** The most rules of similar faults that the fault was not seen to break. */
export const RELATED = 8;
/** A fault that breaks more rules is similar to too many. */
const MOST_OF_A_SIMILAR_FAULT = 12;
/** Cases per rule, spread over its operations: several for the rule that the fault names, one for each other. */
const RUNS_OF_THE_NAMED_RULE = 32;
const RUNS = 4;
/**
 * A rule that fails on fewer operations is tried again with more cases: the words of a single failure are as much those
 * of its case as those of the fault.
 */
const OFTEN = { named: 3, other: 1 } as const;
const MORE = 8;

/**
 * Judges a server by each rule that is known to fail, on several operations, and by the rules that fail for similar
 * faults: otherwise a fault that breaks one of them now and then would be taken for two faults.
 */
export async function measureSymptoms(
  target: JudgedTarget,
  { name, caughtBy }: ListedFault,
  failing: readonly Rule[],
  related: readonly Rule[],
  fires: Fires,
): Promise<Symptoms> {
  const pairsOf = (rule: Rule, count: number): Assignment[] =>
    spread(rule, fires[rule.id] ?? nearest(rule, fires[caughtBy], name).id, count).map(({ id }) => ({
      rule: rule.id,
      operation: id,
    }));
  const named = failing.filter(({ id }) => id === caughtBy).flatMap((rule) => pairsOf(rule, OF_THE_NAMED_RULE));
  const others = failing.filter(({ id }) => id !== caughtBy).flatMap((rule) => pairsOf(rule, OF_OTHERS));
  const verdicts = [
    ...(await target.judge(named, { runs: RUNS_OF_THE_NAMED_RULE, bail: false })),
    ...(await target.judge([...others, ...related.flatMap((rule) => pairsOf(rule, OF_RELATED))], {
      runs: RUNS,
      bail: false,
    })),
  ];
  const failures = (rule: string): number =>
    verdicts.filter((each) => each.rule === rule && each.verdict === 'failed').length;
  const again = [
    ...(await target.judge(
      named.filter(({ rule }) => failures(rule) < OFTEN.named),
      { runs: RUNS_OF_THE_NAMED_RULE * MORE, bail: false },
    )),
    ...(await target.judge(
      others.filter(({ rule }) => failures(rule) < OFTEN.other),
      { runs: RUNS * MORE, bail: false },
    )),
  ];
  const symptoms = [...failing, ...related].map(({ id }) => {
    const of = (all: readonly VerdictLine[]): VerdictLine[] => all.filter(({ rule }) => rule === id);
    return [id, symptomOf(of(verdicts), of(again))] as const;
  });
  return Object.fromEntries(symptoms.filter(([rule, { failed }]) => Object.hasOwn(fires, rule) || failed.length > 0));
}

/**
 * The rules that do not fail for this fault, but for faults that share failing rules with it; those of the most
 * similar faults first.
 */
export function relatedRules(fires: Fires, all: readonly { readonly fires: Fires }[]): string[] {
  const own = new Set(Object.keys(fires));
  const similar = all.flatMap((other) => {
    const rules = Object.keys(other.fires);
    const shared = rules.filter((rule) => own.has(rule)).length;
    return shared === 0 || rules.length > MOST_OF_A_SIMILAR_FAULT
      ? []
      : [{ rules, share: shared / (own.size + rules.length - shared) }];
  });
  const inOrder = similar.toSorted((a, b) => b.share - a.share).flatMap(({ rules }) => rules);
  return [...new Set(inOrder)].filter((rule) => !own.has(rule));
}

/**
 * Where the rule fails and holds in a few cases, as in a run of a user, and its manner of failing in those and in the
 * further ones.
 */
function symptomOf(verdicts: readonly VerdictLine[], again: readonly VerdictLine[]): Symptom {
  const on = (which: VerdictLine['verdict']): string[] =>
    verdicts.filter(({ verdict }) => verdict === which).map(({ operation }) => operationName(operation));
  const violations = [...verdicts, ...again].flatMap((verdict) => verdict.violations);
  const also = new Set(violations.flatMap((violation) => violation.also ?? []));
  return {
    fingerprints: [...new Set(violations.map(({ fingerprint }) => fingerprint))].sort(),
    failed: on('failed').sort(),
    passed: on('passed').sort(),
    ...(violations.length === 0 ? {} : { words: sharedWords(violations) }),
    ...(also.size === 0 ? {} : { also: [...also].sort() }),
  };
}

/** A selection of a rule's operations: the one on which it is known to fail, then one of each resource. */
function spread({ id, operations }: Rule, known: string, count: number): readonly Operation[] {
  const turns = new Map<string | undefined, number>();
  const ordered = shuffled(operations, 1, (operation) => `${id} ${operation.id}`).map((operation) => {
    const turn = operation.id === known ? -1 : (turns.get(operation.resource) ?? 0);
    turns.set(operation.resource, turn + 1);
    return { operation, turn };
  });
  return ordered
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ operation }) => operation);
}
