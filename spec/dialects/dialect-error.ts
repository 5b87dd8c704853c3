/** A dialect cannot be used. The message is one line: what is wrong and what is allowed. */
export class DialectError extends Error {
  override readonly name = 'DialectError';
  readonly code = 'DIALECT_INVALID';
}
