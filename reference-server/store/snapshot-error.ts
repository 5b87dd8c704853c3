/** A snapshot could not be read or written: names the file, the position, and the reason. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly code = 'ERR_SNAPSHOT';
}

export function cannotWrite(path: string, error: unknown): SnapshotError {
  return new SnapshotError(`cannot write the snapshot ${path}: ${said(error)}`);
}

/** The message of an error. */
export function said(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
