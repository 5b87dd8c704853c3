/** A patch that cannot be applied to the object that it names. The message says which step. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly code = 'ERR_PATCH';
}
