/** Somebody stopped a replay. What it had made is removed by then. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  readonly code = 'ERR_INTERRUPTED';
}
