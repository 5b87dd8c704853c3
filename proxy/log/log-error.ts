/** An exchange log that cannot be read as one. The message is one line: file, line, what is wrong, how to mend it. */
export class LogError extends Error {
  override readonly name = 'LogError';
  readonly code = 'ERR_EXCHANGE_LOG';
}
