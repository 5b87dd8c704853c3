/** A patch cannot be applied to its object. The message names the failing step. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly code = 'ERR_PATCH';
}
