/** A verdict log or report that cannot be read, in one line that says where and why. */
export class VerdictLogError extends Error {
  override readonly name = 'VerdictLogError';
  readonly code = 'ERR_VERDICT_LOG';
}
