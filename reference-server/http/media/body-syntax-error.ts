/** A text that is not what its media type says, with the place: `line 3, column 7: ...`. */
export class BodySyntaxError extends Error {
  override readonly name = 'BodySyntaxError';
  readonly code = 'ERR_BODY_SYNTAX';
}
