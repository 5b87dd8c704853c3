import { Command } from 'commander';
import { inParallel } from '../../../shared/in-parallel.ts';
import { shuffled } from '../../engine/amount.ts';
import { storedMatrix } from '../../../shared/verdict-log/stored-matrix.ts';
import { startServers } from '../servers.ts';
import { startReferences } from './references.ts';
import { type ScriptOutcome, tryScript } from './try-script.ts';
import { wholeNumber } from '../flag-parsers.ts';
import { runMain } from '../run-main.ts';

/** Faults tried at the same time: while one waits for its watches, another works. */
const AT_ONCE = 4;

/** `pnpm case-scripts` makes the script of each named fault and runs it. Exits 1 if a script ends wrongly. */
async function main(args: readonly string[]): Promise<void> {
  const command = new Command('case-scripts')
    .description(
      'Makes the script of each named fault and runs it: it must exit 1 on the server with the fault and 0 on one without.',
    )
    .option('--sample <n>', 'number of faults; default all', wholeNumber)
    .option('--seed <n>', 'seed that chooses the faults', wholeNumber, 1)
    .option('--only <names>', 'only these faults, separated by commas')
    .option(
      '--keep <folder>',
      'keep the evidence and the scripts in this folder, and do not judge faults again that have evidence there',
    )
    .allowExcessArguments(false)
    .exitOverride();
  command.parse(args, { from: 'user' });
  const { sample, seed, only, keep } = command.opts<{ sample?: number; seed: number; only?: string; keep?: string }>();
  const names = only?.split(',');
  const listed = storedMatrix().faults.filter(({ name }) => names?.includes(name) ?? true);
  const all = shuffled(listed, seed, ({ name }) => name)
    .slice(0, sample)
    // Of equal length: a name that begins with another run's name would clash with that run's namespaces.
    .map((fault, index) => ({ fault, run: `c${index.toString(36).padStart(3, '0')}` }));
  await using servers = await startServers([]);
  await using references = startReferences();
  const outcomes: ScriptOutcome[] = [];
  await inParallel(all, AT_ONCE, async ({ fault, run }) => {
    const outcome = await tryScript(fault, {
      url: servers.url('spec', fault.name),
      reference: references.url,
      run,
      ...(keep === undefined ? {} : { keep }),
    });
    outcomes.push(outcome);
    process.stdout.write(`${outcomes.length}/${all.length} ${fault.name}: ${lineOf(outcome)}\n`);
  });
  const count = (kind: ScriptOutcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length;
  process.stdout.write(
    `${count('shows')} show the fault, ${count('wrong')} end otherwise, ${count('none')} have no script\n`,
  );
  process.exitCode = count('wrong') === 0 ? 0 : 1;
}

function lineOf(outcome: ScriptOutcome): string {
  if (outcome.kind === 'shows') return 'shows';
  if (outcome.kind === 'none') return `no script: ${outcome.why}`;
  const { onFault, onReference } = outcome;
  return `WRONG: ${onFault.exitCode} on the fault, ${onReference.exitCode} on the reference server\n${onFault.printed}\n${onReference.printed}`;
}

await runMain(main);
