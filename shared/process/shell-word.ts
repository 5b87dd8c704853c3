/** Text between single quotes: one word for any shell, in which nothing is special. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * One word for a POSIX shell with `$'...'` (bash, zsh, ksh, recent dash). Control characters are escaped, so the
 * command stays on its line.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!/\p{Cc}/u.test(text)) return singleQuoted(text);
  const escaped = text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, (control) => {
    if (control > '\u007f') return control;
    const named: Readonly<Record<string, string>> = {
      '\n': String.raw`\n`,
      '\r': String.raw`\r`,
      '\t': String.raw`\t`,
    };
    return named[control] ?? `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
  return `$'${escaped}'`;
}
