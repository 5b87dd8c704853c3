/** Bytes that are not the HTTP/1.1 that they should be. The message says in a few words what is wrong with them. */
export class HttpSyntaxError extends Error {
  override readonly name = 'HttpSyntaxError';
  readonly code = 'ERR_HTTP_SYNTAX';
}
