import { Command, InvalidArgumentError, Option } from 'commander';
import { listeningLine } from '../../shared/process/listening-line.ts';
import { openIndexedLog } from '../log/indexed-log.ts';
import type { Speed } from '../serve/exchange/pace.ts';
import { type ServeMode, serveRecording, type RecordingServer } from '../serve/serve-recording.ts';
import { usageText } from '../serve/usage.ts';
import { print, printError } from './print.ts';
import { stopSignal } from '../programs/stop-signal.ts';
import { portNumber } from './upstream-flags.ts';
import { UsageError } from '../log/usage-error.ts';

const MODES: readonly ServeMode[] = ['strict', 'matching', 'stateful'];
const EXIT_UNMATCHED = 1;

interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly mode: ServeMode;
  readonly speed: Speed;
}

/**
 * `proxy serve`: responds to clients from a recording until it is stopped. Exit 0 if every request had a response, 1
 * if one had none.
 */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Responds to clients from a recording, without its server. Stop it with Ctrl-C: it prints how the recording was used, and exits 1 if a request had no recorded response.',
    )
    .argument('<file>', 'exchange log')
    .option('--port <n>', 'port to listen on; 0 takes a free one', portNumber, 8004)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option(
        '--mode <mode>',
        'strict: in recorded order; matching: by method, path, query and body; stateful: from the objects that the recording shows',
      )
        .choices(MODES)
        .default('matching'),
    )
    .option(
      '--speed <n>',
      'speed of recorded watches: 1 as recorded, 10 ten times faster, instant without waiting',
      speed,
      1,
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 every request found its response, 1 one did not, 2 usage, or a file that is no recording.',
    )
    .action(async (file: string, { host, port, mode, speed }: ServeFlags) => {
      const log = await openIndexedLog(file);
      if (log.torn !== undefined) printError(log.torn);
      const serving = await serveRecording(log, {
        host,
        port,
        mode,
        speed,
        holdEvents: false,
        onMiss: printError,
      }).catch((error: unknown) => refuse(error as NodeJS.ErrnoException, host, port));
      const stopped = stopSignal();
      print(listeningLine(serving.url));
      await stopped;
      summarise(serving);
      await serving.close();
    });
}

function summarise(serving: RecordingServer): void {
  const usage = serving.usage();
  for (const line of usageText(usage)) print(line);
  if (usage.missed.length > 0) process.exitCode = EXIT_UNMATCHED;
}

function refuse(error: NodeJS.ErrnoException, host: string, port: number): never {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  throw new UsageError(
    `cannot listen on ${host}:${port}: ${error.message}; choose another --port, or 0 for a free one`,
  );
}

function speed(text: string): Speed {
  if (text === 'instant') return text;
  const times = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
  if (!(times > 0 && Number.isFinite(times)))
    throw new InvalidArgumentError('Give a number above 0, as in 10 for ten times faster, or instant.');
  return times;
}
