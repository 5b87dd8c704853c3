import type { CaseOnFault, ReportedRule } from '../../shared/verdict-log/verdict-log.ts';
import { sharedWords } from '../../shared/verdict-log/violation-words.ts';
import { failuresOf } from './failures.ts';
import { operationName } from '../../spec/surface/operations.ts';

/** The results of one rule in a run: an outcome for each operation to which it was applied. */
export interface RuleEvidence {
  readonly rule: string;
  readonly outcomes: readonly [OperationOutcome, ...OperationOutcome[]];
  /** Ids of other rules that this rule's failing cases break too. */
  readonly also: ReadonlySet<string>;
  /** The words of its violations (`violation-words.ts`), by their fingerprint. */
  readonly words: ReadonlyMap<string, ReadonlySet<string>>;
  /** How its failing cases ended on servers that have one fault each: by fingerprint, and then by the fault's name. */
  readonly onFaults: ReadonlyMap<string, ReadonlyMap<string, CaseOnFault>>;
}

export interface OperationOutcome {
  /** Verb and resource, as in symptoms: `replace pods`. */
  readonly operation: string;
  /** Fingerprint of the violation; absent if the rule holds. */
  readonly fingerprint?: string;
  /** The names of the faults on which the case of this operation fails alike. */
  readonly alike?: ReadonlySet<string>;
}

/** The evidence in a report, without accepted failures and faults of the suite. */
export function evidenceOf(rules: readonly ReportedRule[]): RuleEvidence[] {
  const all = failuresOf({ rules });
  return rules.flatMap((rule): RuleEvidence[] => {
    const failures = all.filter((failure) => failure.rule === rule);
    const broken = failures.flatMap(({ fingerprint, violations }) =>
      violations.map(({ operation, onFaults = {} }): OperationOutcome => {
        const alike = new Set(Object.keys(onFaults).filter((name) => onFaults[name] === 'alike'));
        return { operation: operationName(operation), fingerprint, alike };
      }),
    );
    const held = rule.operations.filter(({ verdict }) => verdict === 'passed');
    const [first, ...rest] = [
      ...broken,
      ...held.map(({ operation }): OperationOutcome => ({ operation: operationName(operation) })),
    ];
    if (first === undefined) return [];
    const also = new Set(failures.flatMap((failure) => [...failure.also]));
    const words = new Map(
      failures.map(({ fingerprint, violations }) => [fingerprint, new Set(sharedWords(violations))]),
    );
    const onFaults = new Map(failures.map((failure) => [failure.fingerprint, failure.onFaults]));
    return [{ rule: rule.id, outcomes: [first, ...rest], also, words, onFaults }];
  });
}
