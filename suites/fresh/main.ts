import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { ruleIndex } from './rule-index.ts';

const ROOT = new URL('../../', import.meta.url);
const RULE_INDEX = 'suites/rules/every-rule.generated.ts';

/**
 * `pnpm fresh` writes the pages; `pnpm fresh --check` exits 1 with a line for each outdated page. Both exit 1 if
 * there is a gap.
 */
async function main(args: readonly string[]): Promise<number> {
  const command = new Command('fresh')
    .description(
      'Rebuilds the pages of docs/ that are made from the rules, the clauses, the surface, the dialects and the flags.',
    )
    .option('--check', 'write nothing; exit 1 when a page is stale')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const settle = command.opts<{ check?: true }>().check === true ? report : write;
  const index = await settle(await staleOf(new Map([[RULE_INDEX, ruleIndex(new URL('suites/rules/', ROOT))]])));
  if (index !== 0) return index;
  // The pages read the rules through the index, so they load after it is written.
  const { freshPages } = await import('./pages.ts');
  const { pages, gaps } = freshPages();
  for (const gap of gaps) process.stderr.write(`error: ${gap}\n`);
  const settled = await settle(await staleOf(pages));
  return Math.max(settled, gaps.length === 0 ? 0 : 1);
}

/** The files whose present text differs. */
async function staleOf(files: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const stale = new Map<string, string>();
  for (const [file, text] of files) {
    const present = await readFile(new URL(file, ROOT), 'utf8').catch(() => undefined);
    if (present !== text) stale.set(file, text);
  }
  return stale;
}

async function report(stale: ReadonlyMap<string, string>): Promise<number> {
  for (const file of stale.keys())
    process.stderr.write(`error: ${file} is stale: run 'pnpm fresh' and commit the files that it writes\n`);
  return stale.size === 0 ? 0 : 1;
}

async function write(stale: ReadonlyMap<string, string>): Promise<number> {
  for (const [file, text] of stale) {
    const path = fileURLToPath(new URL(file, ROOT));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    process.stdout.write(`wrote ${relative(process.cwd(), path)}\n`);
  }
  return 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  throw error;
});
