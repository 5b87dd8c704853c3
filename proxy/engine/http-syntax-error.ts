/** Bytes are no valid HTTP/1.1. The message names the defect in a few words. */
export class HttpSyntaxError extends Error {
  override readonly name = 'HttpSyntaxError';
  readonly code = 'ERR_HTTP_SYNTAX';
}
