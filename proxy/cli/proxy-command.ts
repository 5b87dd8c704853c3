import { Command } from 'commander';
import { diffCommand, replayCommand } from './compare-commands.ts';
import { doctorCommand } from './doctor-command.ts';
import { passCommand, recordCommand } from './listening-commands.ts';
import { exportCommand, importCommand, pruneCommand, redactCommand } from './editing-commands.ts';
import { serveCommand } from './serve-command.ts';
import { statsCommand } from './stats-command.ts';
import { checkCommand } from './recording-commands.ts';
import { typedCommand } from '../../shared/process/command-name.ts';

/**
 * The command line of `pnpm proxy`. Parsing throws commander's own error; actions throw errors whose message is one
 * line.
 */
export async function proxyCommand(argv: readonly string[]): Promise<Command> {
  const command = new Command('proxy').description(
    'Records, judges, replays, compares and breaks the traffic of a Cluster Resource API.',
  );
  const commands = [
    recordCommand(),
    checkCommand(),
    replayCommand(),
    diffCommand(),
    statsCommand(),
    serveCommand(),
    exportCommand(),
    importCommand(),
    redactCommand(),
    pruneCommand(),
    await faults(argv),
    doctorCommand(),
    passCommand(),
  ];
  const name = typedCommand('proxy');
  for (const each of commands) command.addCommand(hinting(each, `${name} ${each.name()} --help lists all flags`));
  return hinting(command, `${name} --help lists all commands`);
}

/** Errors about the arguments of this command end with the hint. */
function hinting(command: Command, hint: string): Command {
  return command.exitOverride().allowExcessArguments(false).showHelpAfterError(`(${hint})`);
}

/** The catalogue of faults is large, so it is loaded only on demand. */
async function faults(argv: readonly string[]): Promise<Command> {
  if (!argv.includes('faults'))
    return new Command('faults').description(
      'Serves the API of a server with a named fault, or with random disturbances.',
    );
  const { faultsCommand } = await import('./faults-command.ts');
  return faultsCommand();
}
