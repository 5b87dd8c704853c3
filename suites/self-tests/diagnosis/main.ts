import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { shuffled } from '../../engine/amount.ts';
import { storedMatrix } from '../kill-matrix/stored-matrix.ts';
import { diagnosisPage } from './page.ts';
import type { Score } from './score.ts';
import { scoreOf } from './score.ts';
import type { Effort } from './trial.ts';
import { trialOf } from './trial.ts';

/** Servers that are judged at the same time. */
const AT_ONCE = 2;
/** The rule that every server breaks which hangs, stops or drops connections: its violations name the bug, and no known fault is matched. */
const KEEPS_ANSWERING = 'world/keeps-answering';

const PAGE = fileURLToPath(new URL('../../../docs/diagnosis.md', import.meta.url));

interface Flags extends Effort {
  readonly sample: number;
  readonly several: number;
}

/** `pnpm diagnosis` measures how often a report names the fault of a server, and writes `docs/diagnosis.md`. */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('diagnosis')
    .description('Measures how often a report names the fault of a server, and writes docs/diagnosis.md.')
    .option('--sample <n>', 'servers with one fault', wholeNumber, 60)
    .option('--several <n>', 'servers with two or three faults', wholeNumber, 20)
    .option('--seed <n>', 'decides which faults, and the cases of each run', wholeNumber, 2)
    .option('--runs <n>', 'cases per rule', wholeNumber, 10)
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const { sample, several, seed, runs } = command.opts<Flags>();
  const { faults } = storedMatrix();
  const names = faults.filter(({ caughtBy }) => caughtBy !== KEEPS_ANSWERING).map(({ name }) => name);
  const drawn = shuffled(names, seed, (name) => name);
  const sets = [...drawn.slice(0, sample).map((name) => [name]), ...severalOf(drawn.toReversed(), several)];
  const scores = await scoresOf(sets, { seed, runs });
  const text = `pnpm diagnosis --sample ${sample} --several ${several} --seed ${seed} --runs ${runs}`;
  writeFileSync(PAGE, diagnosisPage(scores, { command: text, runs, seed }));
}

/** So many sets of two and of three names in turn. */
function severalOf(names: readonly string[], count: number): string[][] {
  const sets: string[][] = [];
  for (let at = 0; sets.length < count && at + 3 <= names.length; at += 3)
    sets.push(names.slice(at, at + 2 + (sets.length % 2)));
  return sets;
}

async function scoresOf(sets: readonly (readonly string[])[], effort: Effort): Promise<readonly Score[]> {
  const { faults } = storedMatrix();
  const scores: Score[] = [];
  const left = [...sets];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const score = scoreOf(await trialOf(next, effort), faults);
      scores.push(score);
      const causes = score.trial.causes.map(({ rule, like }) => like?.fault ?? rule).join(', ') || 'no cause';
      process.stdout.write(`${scores.length}/${sets.length} ${next.join(' + ')}: ${causes}\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return scores;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('give a whole number, as in 60.');
  return Number(text);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
});
