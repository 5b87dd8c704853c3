import { CommanderError } from 'commander';
import { EXIT } from '../../fixtures/formats/verdict.ts';
import { JUDGED_RULES } from '../engine/judged-rules.ts';
import { TargetError } from '../target/target-error.ts';
import { chooseDialect } from './choose-dialect.ts';
import { conformance } from './conformance.ts';
import { didYouMean } from './did-you-mean.ts';
import { explanation, listing, summaryOf } from './describe.ts';
import type { Flags } from './flags.ts';
import { checkFlags, conformanceCommand } from './flags.ts';
import { pairsOf } from './intent.ts';
import { planOf, planRole, planText } from './plan.ts';
import type { Selected } from './selection.ts';
import { select } from './selection.ts';
import { UsageError } from './usage-error.ts';

/** Ends every line about a command line that cannot be used. */
const HINT = '(pnpm conformance --help lists all flags)';

/** `pnpm conformance`: parses the command line, answers what needs no target, and leaves the rest to a run. */
async function main(args: readonly string[]): Promise<number> {
  const command = conformanceCommand().exitOverride().configureOutput({ outputError: (text, write) => write(`${text.trimEnd()} ${HINT}\n`) });
  command.parse(args, { from: 'user' });
  const flags = command.opts<Flags>();
  checkFlags(flags);
  if (flags.explain !== undefined) return print(explain(flags.explain, flags.json === true));
  const selected = select(JUDGED_RULES, {
    ...(flags.rules === undefined ? {} : { rules: flags.rules }),
    ...(flags.level === undefined ? {} : { levels: flags.level }),
    ...(flags.kinds === undefined ? {} : { kinds: flags.kinds }),
  });
  if (selected.length === 0) throw new UsageError('no rule was selected: --rules, --level and --kinds together leave none (--list shows what each would)');
  if (flags.list === true) return print(flags.json === true ? json(selected.map(({ rule }) => summaryOf(rule))) : listing(selected));
  if (flags.plan === true) return print(await plan(flags, selected));
  return conformance(flags, selected);
}

/** The plan of the run that these flags would make; without a seed, that of seed 0. */
async function plan(flags: Flags, selected: readonly Selected[]): Promise<string> {
  const { answers } = chooseDialect(flags.dialect);
  const seed = flags.seed ?? 0;
  const requests = planOf(pairsOf(selected, seed, flags.runs), { answers, seed, runs: flags.runs, ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }) });
  if (flags.rbac === true) return planRole(requests, flags.namespace);
  return flags.json === true ? json(requests.map(({ operation, ...request }) => ({ ...request, ...(operation === undefined ? {} : { operation: operation.id }) }))) : planText(requests);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function explain(id: string, asJson: boolean): string {
  const found = JUDGED_RULES.find((rule) => rule.id === id);
  if (found === undefined) throw new UsageError(`--explain: no rule '${id}'; ${didYouMean(id, JUDGED_RULES)}`);
  return asJson ? json({ ...summaryOf(found), operations: found.operations.map((operation) => operation.id) }) : explanation(found);
}

/** Resolves when all of the text is out: a pipe takes a part of it at a time. A reader that has gone has read enough. */
async function print(text: string): Promise<number> {
  await new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write(`${text}\n`, () => resolve());
  });
  return EXIT.conformant;
}

/** The one place where an error becomes a line and an exit code. */
function exitCodeFor(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  if (error instanceof UsageError || error instanceof TargetError) {
    process.stderr.write(`error: ${error.message} ${HINT}\n`);
    return EXIT.usage;
  }
  process.stderr.write(`error: a fault of the suite itself, please report it: ${error instanceof Error ? error.stack : String(error)}\n`);
  return EXIT.broken;
}

// Whatever a library has left open, a run that is over is over: its reports are written and its stage is clear.
process.exit(await main(process.argv.slice(2)).catch(exitCodeFor));
