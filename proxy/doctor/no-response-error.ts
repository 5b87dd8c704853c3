/** A server that says nothing to a request of the doctor. The message is the request and how long it had. */
export class NoResponseError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'ERR_NO_ANSWER';
}
