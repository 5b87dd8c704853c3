const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
};

/**
 * Why a file cannot be read, in words.
 *
 *     ENOENT   ->   there is no such file;   EMFILE   ->   it cannot be read (EMFILE)
 */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return WORDS[code] ?? `it cannot be read (${code})`;
}
