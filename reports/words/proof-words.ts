import type { Violation } from '../../shared/verdict-log/verdict-log.ts';

/** The name of the evidence of a violation, and the label of the command that judges it again. */
interface ProofWords {
  readonly exchanges: string;
  readonly again: string;
}

const OF_CASE: ProofWords = { exchanges: 'The smallest case found', again: 'Send this case again' };
const OF_RECORDING: ProofWords = { exchanges: 'The exchanges of the recording', again: 'Judge the recording again' };

/** Whether the violation was found in a recording: nothing was sent or shrunk, and no baseline was compared. */
export function isRecorded({ saved, program }: Pick<Violation, 'saved' | 'program'>): boolean {
  return saved === undefined && program === undefined;
}

/** Names the evidence of a violation. */
export function proofWords(violation: Pick<Violation, 'saved' | 'program'>): ProofWords {
  return isRecorded(violation) ? OF_RECORDING : OF_CASE;
}
