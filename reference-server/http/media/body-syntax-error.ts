/** A text does not match its media type. The message has the place: `line 3, column 7: ...`. */
export class BodySyntaxError extends Error {
  override readonly name = 'BodySyntaxError';
  readonly code = 'ERR_BODY_SYNTAX';
}
