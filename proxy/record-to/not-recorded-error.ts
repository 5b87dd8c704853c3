/**
 * A client sent requests that its recording lacks. The message names each request, the nearest recorded exchange,
 * and the differences.
 */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
  readonly code = 'ERR_NOT_RECORDED';
  /** One line for each request without a response. */
  readonly missed: readonly string[];

  constructor(message: string, missed: readonly string[], options?: ErrorOptions) {
    super(message, options);
    this.missed = missed;
  }
}
