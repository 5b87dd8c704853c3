import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import { listedGenerated } from '../listed.ts';
import type { Servers } from '../servers.ts';
import { startServers } from '../servers.ts';
import type { Effort } from './judge-fault.ts';
import { judgeFault } from './judge-fault.ts';
import type { Measured, Measurement } from './page.ts';
import { adequacyPage, countsOf } from './page.ts';
import { byFamily, sampleOf } from './sample.ts';
import { witnessed } from './witnessed.ts';

/** Servers that are judged at the same time: while one waits for its watches, another works. */
const AT_ONCE = 4;

const PAGE = fileURLToPath(new URL('../../../docs/adequacy.md', import.meta.url));

interface Flags {
  readonly sample: number;
  readonly seed: number;
  readonly runs: number;
  readonly family?: string;
  readonly match?: string;
  readonly near?: true;
  readonly write: boolean;
}

/** `pnpm adequacy` draws a sample of the generated faults, judges each, and writes `docs/adequacy.md`. Exits 1 if a fault that the document allows is flagged. */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('adequacy')
    .description(
      'Measures how many of the faults that are derived from the tables of the document a run finds, and writes docs/adequacy.md.',
    )
    .option('--sample <n>', 'how many faults, as many of each family as can be', wholeNumber, 100)
    .option('--seed <n>', 'decides which', wholeNumber, 1)
    .option('--runs <n>', 'cases per rule, as those of a run', wholeNumber, 30)
    .option('--family <names>', 'only of these families, parted by commas')
    .option('--match <text>', 'only faults whose names have one of these in them, parted by commas')
    .option('--near', 'judge only on the operations where a fault shows: quicker, and some survive that a run finds')
    .option('--no-write', 'print the outcomes and leave the page as it is')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const flags = command.opts<Flags>();
  const families = flags.family?.split(',');
  const listed = (await listedGenerated()).filter(({ family }) => families?.includes(family) ?? true);
  const faults = sampleOf(
    listed.filter(({ name }) => (flags.match ?? '').split(',').some((part) => name.includes(part))),
    flags.sample,
    flags.seed,
  );
  const measured = await measureAll(faults, { runs: flags.runs, nearOnly: flags.near === true });
  const { sample, seed, runs, near, family } = flags;
  const measurement: Measurement = {
    sample,
    seed,
    runs,
    ...(near === undefined ? {} : { near }),
    ...(family === undefined ? {} : { family }),
    derived: derivedOf(listed),
  };
  if (flags.write) writeFileSync(PAGE, adequacyPage(measured, measurement));
  const counts = countsOf(measured);
  process.stdout.write(
    `${Object.entries(counts)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}\n`,
  );
  process.exitCode = counts.flagged === 0 ? 0 : 1;
}

function derivedOf(listed: readonly ListedGeneratedFault[]): ReadonlyMap<string, number> {
  return new Map([...byFamily(listed)].map(([family, faults]) => [family, faults.length]));
}

/** Faults whose witnesses show nothing are not judged. */
async function measureAll(faults: readonly ListedGeneratedFault[], effort: Effort): Promise<readonly Measured[]> {
  const outcomes = await witnessed(faults);
  process.stdout.write(
    `${[...outcomes.values()].filter((outcome) => outcome === 'differs').length} of ${faults.length} witnesses differ\n`,
  );
  const measured: Measured[] = [];
  await using servers = await startServers([]);
  const left = faults.map((fault, index) => ({ fault, run: `a${index.toString(36)}` }));
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const began = performance.now();
      const outcome = outcomes.get(next.fault.name) ?? 'does nothing';
      const each: Measured =
        outcome === 'differs' ? await measure(next.fault, next.run, servers, effort) : { fault: next.fault, outcome };
      measured.push(each);
      const by =
        each.by === undefined
          ? each.blockedBy === undefined
            ? ''
            : `, blocked by ${each.blockedBy}`
          : ` by ${each.by.rule}${each.by.found === 'far' ? ` on ${each.by.operation}` : ''}`;
      process.stdout.write(
        `${measured.length}/${faults.length} ${each.outcome}${by}: ${each.fault.name} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return measured;
}

async function measure(fault: ListedGeneratedFault, run: string, servers: Servers, effort: Effort): Promise<Measured> {
  const { by, blockedBy } = await judgeFault(
    fault,
    { url: servers.url('spec', fault.name), upstream: servers.upstream('spec'), run },
    effort,
  );
  if (by === undefined)
    return {
      fault,
      outcome: fault.allowed === undefined ? 'survived' : 'allowed',
      ...(blockedBy === undefined ? {} : { blockedBy }),
    };
  return { fault, outcome: fault.allowed === undefined ? 'killed' : 'flagged', by };
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('give a whole number, as in 100.');
  return Number(text);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
});
