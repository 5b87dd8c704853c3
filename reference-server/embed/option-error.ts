/** An option that cannot be; the message is one line that names it and says what it may be. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  readonly code = 'OPTION_INVALID';
}
