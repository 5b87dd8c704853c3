/** A verdict log or report cannot be read. The message is one line: where and why. */
export class VerdictLogError extends Error {
  override readonly name = 'VerdictLogError';
  readonly code = 'ERR_VERDICT_LOG';
}
