import { readFileSync } from 'node:fs';
import type { KillMatrix, MeasuredFault, Symptom } from '../../shared/verdict-log/kill-matrix.ts';
import { OPERATIONS, operationName } from '../../spec/surface/operations.ts';

const FILE = new URL('../../fixtures/kill-matrix.json', import.meta.url);

/** A named fault, and how each rule fails that it breaks. */
export interface KnownFault extends Required<
  Pick<MeasuredFault, 'name' | 'summary' | 'caughtBy' | 'fires' | 'symptoms'>
> {
  /** Ids of the rules that it was seen to break, those included that the cases of others broke. */
  readonly breaks: ReadonlySet<string>;
}

/**
 * The rule that every server breaks which hangs, stops or drops connections, whatever the bug: to be like another server that breaks it tells nothing, and
 * its violations say themselves what the server did.
 */
const KEEPS_ANSWERING = 'world/keeps-answering';

const NAME: ReadonlyMap<string, string> = new Map(
  OPERATIONS.map((operation) => [operation.id, operationName(operation)]),
);

/** The operation of that id as symptoms name it. */
export function nameOfOperation(id: string): string {
  return NAME.get(id) ?? id;
}

let known: readonly KnownFault[] | undefined;

/** The named faults with the rules that each makes fail, as measured. Read once, when a run has failures. */
export function knownFaults(): readonly KnownFault[] {
  known ??= (JSON.parse(readFileSync(FILE, 'utf8')) as KillMatrix).faults
    .filter(({ caughtBy }) => caughtBy !== KEEPS_ANSWERING)
    .map(knownFault);
  return known;
}

/**
 * A measured fault as causes are matched with it. That a rule failed in the first look is a failure among those of the second. If no more is known of
 * a rule than that, its fingerprints are left open.
 */
export function knownFault({ name, summary, caughtBy, fires, symptoms = {} }: MeasuredFault): KnownFault {
  const fired = Object.entries(fires).map(([rule, operation]): [string, Symptom] => {
    const symptom = symptoms[rule] ?? NEVER_SEEN_AGAIN;
    return [rule, { ...symptom, failed: [...new Set([...symptom.failed, nameOfOperation(operation)])] }];
  });
  const also = Object.values(symptoms).flatMap((symptom) => symptom.also ?? []);
  return {
    name,
    summary,
    caughtBy,
    fires,
    symptoms: { ...symptoms, ...Object.fromEntries(fired) },
    breaks: new Set([...Object.keys(fires), ...Object.keys(symptoms), ...also]),
  };
}

const NEVER_SEEN_AGAIN: Symptom = { fingerprints: [], failed: [], passed: [] };
