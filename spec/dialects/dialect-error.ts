/** A dialect that cannot be used; the message is one line that names what is wrong and what is allowed. */
export class DialectError extends Error {
  override readonly name = 'DialectError';
  readonly code = 'DIALECT_INVALID';
}
