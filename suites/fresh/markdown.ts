/** The heading of a generated page. */
export function made(title: string, from: string): string {
  return `# ${title}\n\n<!-- Made by \`pnpm fresh\` from ${from}. Change that, not this. -->`;
}

/** `owner/repository#number` as a link. If the number names a pull request, the address forwards to it. */
export function issueLink(reference: string): string {
  const [repository = '', number = ''] = reference.split('#');
  return `[${reference}](https://github.com/${repository}/issues/${number})`;
}
