import { typedCommand } from '../../shared/process/command-name.ts';
import { CommanderError } from 'commander';
import { EXIT } from '../../shared/verdict-log/verdict.ts';
import type { ConfigFile } from './settings/config-file.ts';
import type { RunWays } from './conformance.ts';
import { checkFlags, conformanceCommand, type ConformanceFlags } from './settings/flags.ts';
import { type Interrupt, INTERRUPTED } from './on-interrupt.ts';
import { TargetError } from '../target/target-error.ts';
import { messageWithPlace, settingsOf, shownSettings } from './settings/settings.ts';
import { UsageError } from './settings/usage-error.ts';

/** The end of every line about an unusable command line. */
const HINT = `(${typedCommand('conformance')} --help lists all flags)`;

/**
 * `pnpm conformance`: parses the command line, handles flags that need no target, and starts a run for the rest.
 * Errors of single flags are reported before the slow loading of the rules. `endLoading` handles a run that cannot
 * be loaded. Resolves with the exit code.
 */
export async function command(
  args: readonly string[],
  interrupt: Interrupt,
  endLoading: (error: unknown) => never,
  ways?: RunWays,
): Promise<number> {
  let config: ConfigFile | undefined;
  try {
    const parser = conformanceCommand()
      .exitOverride()
      .configureOutput({ outputError: (text, write) => write(`${text.trimEnd()} ${HINT}\n`) });
    parser.parse(args, { from: 'user' });
    const settings = settingsOf(parser, conformanceCommand, process.env);
    const { flags } = settings;
    config = settings.config;
    checkFlags(flags);
    if (flags.showConfig === true) {
      await print(shownSettings(parser, settings));
      return await checkNames(flags);
    }
    if (flags.list === true || flags.plan === true || flags.explain !== undefined) return await shown(flags, interrupt);
    if (flags.cleanUp !== undefined) return await cleaned(flags.cleanUp, flags, interrupt);
    if (config !== undefined)
      process.stderr.write(`settings: ${config.file} (--show-config prints them, --no-config leaves them out)\n`);
    const [{ selectedBy }, { conformance }] = await Promise.all([
      import('./settings/selection.ts'),
      import('./conformance.ts'),
    ]).catch(endLoading);
    return await conformance(flags, selectedBy(flags), interrupt, ways);
  } catch (error) {
    return exitCodeFor(error, config);
  } finally {
    interrupt.release();
  }
}

/** Throws a `UsageError` for a rule, a kind or a dialect that does not exist: a run would end there too. */
async function checkNames(flags: ConformanceFlags): Promise<number> {
  const [{ selectedBy }, { chooseDialect }] = await Promise.all([
    import('./settings/selection.ts'),
    import('./settings/choose-dialect.ts'),
  ]);
  selectedBy(flags);
  chooseDialect(flags.dialect);
  return EXIT.conformant;
}

/** Commands that only print need no clean-up, so an interrupt ends them like any program. */
async function shown(flags: ConformanceFlags, interrupt: Interrupt): Promise<number> {
  interrupt.release();
  if (interrupt.signal.aborted) return INTERRUPTED;
  const { inspection } = await import('./inspection.ts');
  return print(inspection(flags));
}

/** An interrupt ends a clean-up like any program: the same command continues it. */
async function cleaned(run: string, flags: ConformanceFlags, interrupt: Interrupt): Promise<number> {
  interrupt.release();
  if (interrupt.signal.aborted) return INTERRUPTED;
  const { cleanUp } = await import('./clean-up/clean-up.ts');
  return cleanUp(run, flags);
}

/**
 * Resolves after all of the text is written: a pipe takes a part of it at a time. A reader that closes the pipe is
 * no error.
 */
async function print(text: string): Promise<number> {
  await new Promise<void>((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write(`${text}\n`, () => resolve());
  });
  return EXIT.conformant;
}

/** The only place that turns an error into a line and an exit code. */
function exitCodeFor(error: unknown, config: ConfigFile | undefined): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.conformant : EXIT.usage;
  if (error instanceof UsageError || error instanceof TargetError) {
    process.stderr.write(`error: ${messageWithPlace(error.message, config)} ${HINT}\n`);
    return EXIT.usage;
  }
  process.stderr.write(
    `error: a fault of the suite itself, please report it: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return EXIT.broken;
}
