import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { configSchema } from '../cli/config-schema.ts';
import { RULES } from '../rules/index.ts';
import { storedMatrix } from '../self-tests/kill-matrix/stored-matrix.ts';
import { UNKILLED } from '../self-tests/kill-matrix/unkilled.ts';
import { namedFaults } from './clause-faults.ts';
import { coverage } from './coverage.ts';
import { dialectReaders } from './dialect-readers.ts';
import { dialects } from './dialects.ts';
import { gapsIn } from './gaps.ts';
import { killMatrix } from './kill-matrix.ts';
import { ruleCatalogue } from './rule-catalogue.ts';
import { trackRecord } from './track-record.ts';
import type { Ways } from './ways.ts';
import { waysOf } from './ways.ts';

/** The pages that are made from the code, by path. */
const PAGES: ReadonlyMap<string, (ways: Ways) => string> = new Map([
  ['docs/rules.md', () => ruleCatalogue(RULES)],
  ['docs/coverage.md', (ways: Ways) => coverage(RULES, ways, namedFaults(storedMatrix(), RULES))],
  ['docs/dialects.md', () => dialects(dialectReaders())],
  ['docs/plumbline.schema.json', () => `${JSON.stringify(configSchema(), null, 2)}\n`],
  ['docs/track-record.md', () => trackRecord(storedMatrix())],
  ['docs/kill-matrix.md', () => killMatrix(storedMatrix(), RULES, UNKILLED)],
]);

const ROOT = new URL('../../', import.meta.url);

/** `pnpm fresh` writes the pages; `pnpm fresh --check` exits 1 with a line for each that is not what it would write. Either exits 1 on a gap. */
async function main(args: readonly string[]): Promise<number> {
  const command = new Command('fresh')
    .description(
      'Rebuilds the pages of docs/ that are made from the rules, the clauses, the surface, the dialects and the flags.',
    )
    .option('--check', 'write nothing; exit 1 when a page is stale')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const ways = waysOf(RULES);
  const stale = await stalePages(ways);
  const gaps = gapsIn(RULES, ways);
  for (const gap of gaps) process.stderr.write(`error: ${gap}\n`);
  if (command.opts<{ check?: true }>().check === true) return Math.max(report(stale), gaps.length === 0 ? 0 : 1);
  for (const [file, text] of stale) await write(file, text);
  return gaps.length === 0 ? 0 : 1;
}

async function stalePages(ways: Ways): Promise<ReadonlyMap<string, string>> {
  const stale = new Map<string, string>();
  for (const [file, make] of PAGES) {
    const text = make(ways);
    const present = await readFile(new URL(file, ROOT), 'utf8').catch(() => undefined);
    if (present !== text) stale.set(file, text);
  }
  return stale;
}

function report(stale: ReadonlyMap<string, string>): number {
  for (const file of stale.keys())
    process.stderr.write(`error: ${file} is stale: run 'pnpm fresh' and commit what it writes\n`);
  return stale.size === 0 ? 0 : 1;
}

async function write(file: string, text: string): Promise<void> {
  const path = fileURLToPath(new URL(file, ROOT));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  process.stdout.write(`wrote ${relative(process.cwd(), path)}\n`);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  throw error;
});
