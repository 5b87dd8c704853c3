/** A program cannot be sent to any target: the fault of the rule that made it, or of an edited saved case. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  readonly code = 'bad-program';
}
