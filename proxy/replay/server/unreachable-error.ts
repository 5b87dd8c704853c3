/** The server cannot be reached or does not respond. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  readonly code = 'ERR_UNREACHABLE';
}
