/** A file is no HAR. The message is one line: file, place, what is wrong. */
export class HarError extends Error {
  override readonly name = 'HarError';
  readonly code = 'ERR_HAR';
}
