/** A snapshot could not be read or written: which file, where in it, and why. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly code = 'ERR_SNAPSHOT';
}
