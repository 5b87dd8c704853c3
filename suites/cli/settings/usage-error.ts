/** The command line, or a file that it names, cannot be used. The message is one line: what, where, how to mend it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly code = 'ERR_USAGE';
}
