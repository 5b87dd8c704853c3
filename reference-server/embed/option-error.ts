/** Unknown or invalid options throw an `OptionError` that names the option and its legal values. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  readonly code = 'OPTION_INVALID';
}
