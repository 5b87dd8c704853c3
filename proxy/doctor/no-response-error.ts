/** The server does not respond to a request of the doctor. The message has the request and its time limit. */
export class NoResponseError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code = 'ERR_NO_ANSWER';
}
