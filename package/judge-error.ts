/** A run could not begin, or left no report. The message is the line that the command printed. */
export class JudgeError extends Error {
  override readonly name = 'JudgeError';
  readonly code = 'ERR_JUDGE';
}
