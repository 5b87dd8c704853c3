/** The user stopped a replay. Its objects are removed by then. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly code = 'ERR_INTERRUPTED';
}
