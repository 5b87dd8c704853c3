/**
 * A file of rules or a baseline of differences cannot be read. The message is one line: which file, where, how to
 * mend it.
 */
export class RulesFileError extends Error {
  override readonly name = 'RulesFileError';
  readonly code = 'ERR_RULES_FILE';
}
