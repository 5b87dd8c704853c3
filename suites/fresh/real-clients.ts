import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MeasuredClients } from '../../shared/verdict-log/measured-clients.ts';
import { table } from '../../shared/page/markdown.ts';

const FILE = fileURLToPath(new URL('../../fixtures/real-clients.json', import.meta.url));
const BEGIN =
  '<!-- Made by `pnpm fresh` from fixtures/real-clients.json, which `pnpm clients --write` measures. Change that, not this. -->';
const END = '<!-- end of what is made -->';

/** The present page: most of it is written by hand. */
export function presentPage(): string {
  return readFileSync(fileURLToPath(new URL('../../docs/clients.md', import.meta.url)), 'utf8');
}

export function storedClients(): MeasuredClients {
  return JSON.parse(readFileSync(FILE, 'utf8')) as MeasuredClients;
}

/** `docs/clients.md` with new tables between its two markers. */
export function clientsPage(page: string, measured: MeasuredClients): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error(`docs/clients.md lacks a mark: write the lines '${BEGIN}' and '${END}'`);
  return `${before}${BEGIN}\n\n${tables(measured)}\n\n${END}${after}`;
}

function tables({ clients, suite }: MeasuredClients): string {
  const parts = [
    table(
      ['Client', 'Commands that pass'],
      clients.map(({ name, version, passed, tried }) => [`${name} ${version}`, `${passed} of ${tried}`]),
    ),
    'The others are:',
    table(['Command', 'Clients', 'Why it fails'], failures(clients)),
  ];
  return (suite === undefined ? parts : [...parts, suiteText(suite)]).join('\n\n');
}

/** Each failed command, with the clients for which it failed. */
function failures(clients: MeasuredClients['clients']): string[][] {
  const rows = new Map<string, { readonly of: string[]; readonly why: string }>();
  for (const { name, version, failed } of clients)
    for (const { command, said, reason = said } of failed) {
      const row = rows.get(command) ?? { of: [], why: reason };
      row.of.push(`${name} ${version}`);
      rows.set(command, row);
    }
  return [...rows].map(([command, { of, why }]) => [`\`${command}\``, of.join(', '), why]);
}

function suiteText({ kubectl, functions }: NonNullable<MeasuredClients['suite']>): string {
  const partly = functions.filter(({ failed }) => failed > 0);
  const passed = functions.reduce((sum, each) => sum + each.passed, 0);
  return [
    `kubectl's own integration tests (\`test/cmd\` of the Kubernetes source), with kubectl ${kubectl}: ${functions.length - partly.length} of ${functions.length} functions pass whole, and ${passed} checks. The others ask for more than the document has:`,
    table(
      ['Function', 'Checks that pass', 'Checks and commands that fail', 'Why'],
      partly.map(({ name, passed: own, failed, reason = '' }) => [name, String(own), String(failed), reason]),
    ),
  ].join('\n\n');
}
