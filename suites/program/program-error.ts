/** A program that cannot be sent whatever the target answers: the fault of the rule that made it, or of a saved case that was edited. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  readonly code = 'bad-program';
}
