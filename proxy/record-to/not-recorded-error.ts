/** A client asked for what its recording does not have. The message names each request, the nearest recorded exchange, and what differs. */
export class NotRecordedError extends Error {
  override readonly name = 'NotRecordedError';
  readonly code = 'ERR_NOT_RECORDED';
  /** One line for each request that found no answer. */
  readonly missed: readonly string[];

  constructor(message: string, missed: readonly string[], options?: ErrorOptions) {
    super(message, options);
    this.missed = missed;
  }
}
