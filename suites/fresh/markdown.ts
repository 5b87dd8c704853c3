/** A Markdown table. Cells may hold any text: bars and line ends are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ');
}

/** The heading of a generated page. */
export function made(title: string, from: string): string {
  return `# ${title}\n\n<!-- Made by \`pnpm fresh\` from ${from}. Change that, not this. -->`;
}

/** `owner/repository#number` as a link. If the number names a pull request, the address forwards to it. */
export function issueLink(reference: string): string {
  const [repository = '', number = ''] = reference.split('#');
  return `[${reference}](https://github.com/${repository}/issues/${number})`;
}
