/** Nobody listens where requests should be sent. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'ERR_UNREACHABLE';
}
