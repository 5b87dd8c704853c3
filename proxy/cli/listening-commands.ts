import { Command } from 'commander';
import { listeningLine } from '../../fixtures/formats/listening-line.ts';
import { startProxyServer } from '../engine/proxy-server.ts';
import { NO_TAPS } from '../engine/taps.ts';
import { recordTraffic } from '../record/record-traffic.ts';
import { print, printError } from './print.ts';
import type { UpstreamFlags } from './upstream-flags.ts';
import { portNumber, serverUrl, upstreamOf, withUpstreamFlags } from './upstream-flags.ts';
import { UsageError } from './usage-error.ts';

interface ListeningFlags extends UpstreamFlags {
  readonly target: URL;
  readonly port: number;
  readonly host: string;
}

interface RecordFlags extends ListeningFlags {
  readonly out: string;
  readonly redact: boolean;
}

function listening(name: string): Command {
  const command = new Command(name)
    .requiredOption('--target <url>', 'base URL of the server behind the proxy', serverUrl)
    .option('--port <n>', 'port to listen on; 0 takes a free one', portNumber, 8002)
    .option('--host <address>', 'address to listen on', '127.0.0.1');
  return withUpstreamFlags(command);
}

/** `proxy record`: passes traffic through and writes every exchange to a log, until it is told to stop. */
export function recordCommand(): Command {
  return listening('record')
    .description('Passes traffic through to a server and writes every exchange to a file as it happens. Stop it with Ctrl-C.')
    .requiredOption('--out <file>', 'exchange log to write; large bodies go to files beside it')
    .option('--no-redact', 'keep credentials and the values of Secrets as they are')
    .action(async (flags: RecordFlags) => {
      const options = {
        upstream: upstreamOf(flags.target, flags),
        host: flags.host,
        port: flags.port,
        out: flags.out,
        redact: flags.redact,
        onUnreachable: once(printError),
        onLogFailed: (error: Error) => printError(`${flags.out}: ${error.message}; nothing more is recorded, traffic goes on`),
      };
      const recording = await recordTraffic(options).catch((error: unknown) => {
        throw new UsageError(startFailure(error as NodeJS.ErrnoException, flags));
      });
      print(listeningLine(recording.url));
      await stopSignal();
      await recording.close();
      const { exchanges, events, bytes } = recording.counts;
      print(`recorded ${exchanges} exchanges, ${events} watch events and ${bytes} bytes of bodies in ${flags.out}`);
    });
}

/** `proxy pass`: the same proxy without a recorder, to tell what recording costs and whether a fault is the proxy's. */
export function passCommand(): Command {
  return listening('pass')
    .description('Passes traffic through to a server and records nothing.')
    .action(async (flags: ListeningFlags) => {
      const options = { upstream: upstreamOf(flags.target, flags), host: flags.host, port: flags.port, tapsFor: () => NO_TAPS, onUnreachable: once(printError) };
      const server = await startProxyServer(options).catch((error: unknown) => {
        throw new UsageError(startFailure(error as NodeJS.ErrnoException, flags));
      });
      print(listeningLine(server.url));
      await stopSignal();
      await server.close();
    });
}

function startFailure(error: NodeJS.ErrnoException, { host, port, out }: ListeningFlags & { readonly out?: string }): string {
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo') return `cannot listen on ${host}:${port}: ${error.message}; choose another --port, or 0 for a free one`;
  return `cannot write ${out}: ${error.message}; choose another --out`;
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function once(say: (line: string) => void): (line: string) => void {
  let said = false;
  return (line) => {
    if (!said) say(`${line}; clients get 502 until it answers`);
    said = true;
  };
}
