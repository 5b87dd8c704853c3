import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { inParallel } from '../../../shared/in-parallel.ts';
import { shuffled } from '../../engine/amount.ts';
import { namableFaults, storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import { startServers } from '../servers.ts';
import { wrapped } from '../../../shared/page/markdown.ts';
import { diagnosisPage } from './page.ts';
import { type Score, scoreOf } from './score.ts';
import { diagnose, isJudged, judge, nameOf, type Trial } from './trial.ts';
import { wholeNumber } from '../flag-parsers.ts';
import { runMain } from '../run-main.ts';

/** Servers judged at the same time: while one waits for its watches, another works. A whole run keeps two cores busy. */
const AT_ONCE = 3;
const PAGE = fileURLToPath(new URL('../../../docs/diagnosis.md', import.meta.url));

interface DiagnosisFlags {
  readonly sample: number;
  readonly several: number;
  readonly seed: number;
  readonly runs: number;
  readonly whole?: true;
  readonly keep?: string;
  readonly from?: string;
  readonly write: boolean;
}

/** `pnpm diagnosis` measures how often a report names the fault of a server, and writes `docs/diagnosis.md`. */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('diagnosis')
    .description('Measures how often a report names the fault of a server, and writes docs/diagnosis.md.')
    .option('--sample <n>', 'number of servers with one fault', wholeNumber, 60)
    .option('--several <n>', 'number of servers with two or three faults', wholeNumber, 20)
    .option(
      '--seed <n>',
      'seed that chooses the faults and the cases of each run; the kill matrix was measured with seeds 1 and 2',
      wholeNumber,
      3,
    )
    .option('--runs <n>', 'cases per rule', wholeNumber, 3)
    .option(
      '--whole',
      'judge each server by a whole run of `pnpm conformance`, instead of by the rules near its faults on the operations where they show',
    )
    .option(
      '--keep <folder>',
      'keep the verdict logs in this folder, and do not judge servers again that have one there',
    )
    .option('--from <folder>', 'diagnose the verdict logs that --keep wrote, instead of judging')
    .option('--no-write', 'print the outcomes and leave the page as it is')
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const flags = command.opts<DiagnosisFlags>();
  const all = drawn(flags);
  const folder = flags.from ?? flags.keep ?? (await mkdtemp(join(tmpdir(), 'plumbline-diagnosis-')));
  try {
    const scores = await scoresOf(all, folder, flags);
    const page = wrapped(diagnosisPage(scores, storedMatrix(), flags));
    if (flags.write) writeFileSync(PAGE, page);
    else process.stdout.write(page);
  } finally {
    if (flags.from === undefined && flags.keep === undefined) await rm(folder, { recursive: true });
  }
}

/** The faults of each server. */
function drawn({ sample, several, seed }: DiagnosisFlags): readonly Trial['faults'][] {
  const faults = shuffled(namableFaults(), seed, ({ name }) => name);
  return [...faults.slice(0, sample).map((fault) => [fault]), ...severalOf(faults.toReversed(), several)];
}

/** Sets of two and of three faults alternately. */
function severalOf<T>(all: readonly T[], count: number): T[][] {
  const sets: T[][] = [];
  for (let at = 0; sets.length < count && at + 3 <= all.length; at += 3)
    sets.push(all.slice(at, at + 2 + (sets.length % 2)));
  return sets;
}

async function scoresOf(
  all: readonly Trial['faults'][],
  folder: string,
  flags: DiagnosisFlags,
): Promise<readonly Score[]> {
  const known = storedMatrix().faults;
  const scores: Score[] = [];
  await using servers = flags.from === undefined ? await startServers([]) : undefined;
  await inParallel(all.entries(), flags.whole === true ? 1 : AT_ONCE, async ([index, faults]) => {
    const run = `d${index.toString(36)}`;
    if (servers !== undefined && !isJudged(faults, folder))
      await judge(faults, known, { ...flags, whole: flags.whole === true }, { servers, run, folder });
    const score = scoreOf(await diagnose(faults, known, folder), known);
    scores.push(score);
    process.stdout.write(`${scores.length}/${all.length} ${nameOf(faults)}: ${lineOf(score)}\n`);
  });
  return scores;
}

function lineOf({ trial: { causes } }: Score): string {
  return (
    causes
      .map(({ rule, like }) => (like === undefined ? rule : [like.fault, ...(like.or ?? [])].join(' or ')))
      .join(', ') || 'no cause'
  );
}

await runMain(main);
