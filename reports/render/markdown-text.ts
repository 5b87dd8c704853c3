/** A table of Markdown. Cells are Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
}

/** Escapes foreign text for Markdown and HTML, in one line for a table. */
export function text(content: string): string {
  return line(content).replaceAll(/[\\`*_{}[\]<>|#~&]/g, String.raw`\$&`);
}

/** A code span; its fence is longer than any run of backticks in it. */
export function code(content: string): string {
  const longest = Math.max(0, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${line(content).replaceAll('|', String.raw`\|`)}${pad}${fence}`;
}

/** A block of code. */
export function fenced(content: string, language: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

/** The content in one line. */
export function line(content: string): string {
  return content.replaceAll(/\s+/g, ' ');
}
