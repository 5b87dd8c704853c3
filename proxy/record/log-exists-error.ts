/** A recording is there already, which must not be lost. */
export class LogExistsError extends Error {
  override readonly name = 'LogExistsError';
  readonly code = 'ERR_LOG_EXISTS';
}
