import { Command } from 'commander';
import { inParallel } from '../../../shared/in-parallel.ts';
import type { Adequacy, SampledFault } from '../../../shared/verdict-log/adequacy.ts';
import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import { listedGenerated } from '../listed.ts';
import { type Servers, startServers } from '../servers.ts';
import { type JudgingEffort, judgeFault } from './judge-fault.ts';
import { byFamily, sampleOf } from './sample.ts';
import { countsOf, shortfalls } from './score.ts';
import { storeSample } from './stored-samples.ts';
import { witnessed } from './witnessed.ts';
import { wholeNumber } from '../flag-parsers.ts';
import { runMain } from '../run-main.ts';

/** Servers judged at the same time: while one waits for its watches, another works. */
const AT_ONCE = 4;

interface AdequacyFlags {
  readonly sample: number;
  readonly seed: number;
  readonly runs: number;
  readonly family?: string;
  readonly match?: string;
  readonly near?: true;
  readonly write: boolean;
}

/**
 * `pnpm adequacy` draws a sample of the generated faults, judges each, and stores the results. Exits 1 if the sample
 * falls short of the target.
 */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('adequacy')
    .description(
      'Measures how many generated faults a run finds, and stores the result in fixtures/adequacy.json for `pnpm fresh`.',
    )
    .option('--sample <n>', 'number of faults, spread evenly over the families', wholeNumber, 100)
    .option('--seed <n>', 'seed that chooses the faults', wholeNumber, 1)
    .option('--runs <n>', 'cases per rule, as in a run', wholeNumber, 30)
    .option('--family <names>', 'only of these families, separated by commas')
    .option('--match <text>', 'only faults whose names contain one of these texts, separated by commas')
    .option(
      '--near',
      'judge only on the operations where a fault shows. This is quicker, but misses some faults that a run finds',
    )
    .option('--no-write', 'print the outcomes and store nothing; --family and --match imply it')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const flags = command.opts<AdequacyFlags>();
  const { sample, seed, runs, near = false, family, match, write } = flags;
  const families = family?.split(',');
  const listed = (await listedGenerated()).filter((fault) => families?.includes(fault.family) ?? true);
  const wanted = listed.filter(({ name }) => match?.split(',').some((part) => name.includes(part)) ?? true);
  const faults = await measureAll(sampleOf(wanted, sample, seed), { runs, nearOnly: near });
  if (write && family === undefined && match === undefined)
    storeSample({ seed, runs, near, faults }, derivedFrom(listed));
  const counts = Object.entries(countsOf(faults)).map(([outcome, count]) => `${count} ${outcome}`);
  process.stdout.write(`${counts.join(', ')}\n`);
  const short = shortfalls({ runs, faults });
  for (const line of short) process.stderr.write(`error: ${line}\n`);
  process.exitCode = short.length === 0 ? 0 : 1;
}

function derivedFrom(listed: readonly ListedGeneratedFault[]): Pick<Adequacy, 'derived' | 'clauses'> {
  const clauses: Record<string, number> = {};
  for (const { clause, allowed } of listed)
    if (clause !== undefined && allowed === undefined) clauses[clause] = (clauses[clause] ?? 0) + 1;
  return {
    derived: Object.fromEntries([...byFamily(listed)].map(([family, faults]) => [family, faults.length])),
    clauses: Object.fromEntries(Object.entries(clauses).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Faults whose witnesses show nothing are not judged. Survivors are judged once more, alone: a busy machine hides
 * time-based failures, and responds late.
 */
async function measureAll(
  faults: readonly ListedGeneratedFault[],
  effort: JudgingEffort,
): Promise<readonly SampledFault[]> {
  const outcomes = await witnessed(faults);
  const measured = new Map<string, SampledFault>();
  const judged: ListedGeneratedFault[] = [];
  for (const fault of faults) {
    const outcome = outcomes.get(fault.name) ?? 'does nothing';
    if (outcome === 'differs') judged.push(fault);
    else measured.set(fault.name, named(fault, { outcome }));
    if (outcome !== 'differs') process.stdout.write(`${outcome}: ${fault.name}\n`);
  }
  process.stdout.write(`${judged.length} of ${faults.length} witnesses differ\n`);
  await using servers = await startServers([]);
  await inParallel(judged.entries(), AT_ONCE, async ([index, fault]) => {
    measured.set(fault.name, await measure(fault, `a${index.toString(36)}`, servers, effort));
  });
  const missed = judged.filter(({ name }) => ['survived', 'flagged'].includes(measured.get(name)?.outcome ?? ''));
  for (const [index, fault] of missed.entries())
    measured.set(fault.name, await measure(fault, `b${index.toString(36)}`, servers, effort));
  return [...measured.values()];
}

async function measure(
  fault: ListedGeneratedFault,
  run: string,
  servers: Servers,
  effort: JudgingEffort,
): Promise<SampledFault> {
  const began = performance.now();
  const place = { url: servers.url('spec', fault.name), upstream: servers.upstream('spec'), run };
  const { by, blockedBy } = await judgeFault(fault, place, effort);
  const isAllowed = fault.allowed !== undefined;
  const measured =
    by === undefined
      ? named(fault, { outcome: isAllowed ? 'allowed' : 'survived', ...(blockedBy === undefined ? {} : { blockedBy }) })
      : named(fault, { outcome: isAllowed ? 'flagged' : 'killed', by });
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${measured.outcome}${because(measured)}: ${fault.name} (${seconds} s)\n`);
  return measured;
}

function because({ by, blockedBy }: SampledFault): string {
  if (by === undefined) return blockedBy === undefined ? '' : `, blocked by ${blockedBy}`;
  return ` by ${by.rule}${by.found === 'far' ? ` on ${by.operation}` : ''}`;
}

/** The result for a fault, with its sentences if a page names it. */
function named(
  { name, clause, summary, allowed }: ListedGeneratedFault,
  came: Pick<SampledFault, 'outcome' | 'by' | 'blockedBy'>,
): SampledFault {
  return {
    name,
    ...(clause === undefined ? {} : { clause }),
    ...(came.outcome === 'killed' || came.outcome === 'allowed' ? {} : { summary }),
    ...(came.outcome === 'flagged' && allowed !== undefined ? { allowed } : {}),
    ...came,
  };
}

await runMain(main);
