import { readFileSync } from 'node:fs';
import type { KillMatrix, MeasuredFault } from '../../shared/verdict-log/kill-matrix.ts';

const FILE = new URL('../../fixtures/kill-matrix.json', import.meta.url);

/** A named fault, and the ids of the rules that fail a server with it. */
export interface KnownFault extends Pick<MeasuredFault, 'name' | 'summary' | 'caughtBy'> {
  readonly fails: ReadonlySet<string>;
  /** By the id of each rule that fails: an operation on which it was measured to fail. */
  readonly operations: MeasuredFault['fires'];
}

/**
 * The rule that every server breaks which hangs, stops or drops connections, whatever the bug: to be like another server that breaks it tells nothing, and
 * its violations say themselves what the server did.
 */
const KEEPS_ANSWERING = 'world/keeps-answering';

let known: readonly KnownFault[] | undefined;

/** The named faults with the rules that each makes fail, as measured. Read once, when a run has failures. */
export function knownFaults(): readonly KnownFault[] {
  known ??= (JSON.parse(readFileSync(FILE, 'utf8')) as KillMatrix).faults
    .filter(({ caughtBy }) => caughtBy !== KEEPS_ANSWERING)
    .map(({ name, summary, caughtBy, fires }) => ({
      name,
      summary,
      caughtBy,
      fails: new Set(Object.keys(fires)),
      operations: fires,
    }));
  return known;
}
