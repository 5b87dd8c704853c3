import { CommanderError } from 'commander';
import { EXIT } from '../../shared/verdict-log/verdict.ts';
import { checkFlags, conformanceCommand, type Flags } from './flags.ts';
import { type Interrupt, INTERRUPTED } from './on-interrupt.ts';
import { TargetError } from '../target/target-error.ts';
import { settingsOf, shownSettings } from './settings.ts';
import { UsageError } from './usage-error.ts';

/** Ends every line about a command line that cannot be used. */
const HINT = '(pnpm conformance --help lists all flags)';

/**
 * `pnpm conformance`: parses the command line, answers what needs no target, and leaves the rest to a run. What a flag says by itself is told
 * before the rules are loaded, which takes a while; `endLoading` says what becomes of a run that cannot be loaded. Resolves with the exit code.
 */
export async function command(
  args: readonly string[],
  interrupt: Interrupt,
  endLoading: (error: unknown) => never,
): Promise<number> {
  try {
    const parser = conformanceCommand()
      .exitOverride()
      .configureOutput({ outputError: (text, write) => write(`${text.trimEnd()} ${HINT}\n`) });
    parser.parse(args, { from: 'user' });
    const settings = settingsOf(parser, conformanceCommand, process.env);
    const { flags } = settings;
    checkFlags(flags);
    if (flags.showConfig === true) return await print(shownSettings(parser, settings));
    if (flags.list === true || flags.plan === true || flags.explain !== undefined) return await shown(flags, interrupt);
    if (flags.cleanUp !== undefined) return await cleaned(flags.cleanUp, flags, interrupt);
    if (settings.config !== undefined)
      process.stderr.write(
        `settings: ${settings.config.file} (--show-config prints them, --no-config leaves them out)\n`,
      );
    const [{ selectedBy }, { conformance }] = await Promise.all([
      import('./selection.ts'),
      import('./conformance.ts'),
    ]).catch(endLoading);
    return await conformance(flags, selectedBy(flags), interrupt);
  } catch (error) {
    return exitCodeFor(error);
  } finally {
    interrupt.release();
  }
}

/** What is only shown has nothing to clear away: an interrupt ends it as it ends any program. */
async function shown(flags: Flags, interrupt: Interrupt): Promise<number> {
  interrupt.release();
  if (interrupt.signal.aborted) return INTERRUPTED;
  const { inspection } = await import('./inspection.ts');
  return print(inspection(flags));
}

/** An interrupt ends a clean-up as it ends any program: the same command goes on from there. */
async function cleaned(run: string, flags: Flags, interrupt: Interrupt): Promise<number> {
  interrupt.release();
  if (interrupt.signal.aborted) return INTERRUPTED;
  const { cleanUp } = await import('./clean-up.ts');
  return cleanUp(run, flags);
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
  process.stderr.write(
    `error: a fault of the suite itself, please report it: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  return EXIT.broken;
}
