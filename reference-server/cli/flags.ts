import { readFileSync } from 'node:fs';
import { typedCommand } from '../../shared/process/command-name.ts';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Controllers } from '../start.ts';
import { chooseDialect, DialectError, KUBERNETES_1_7, type NamedDialect, SPEC } from '../../spec/dialects/index.ts';

/** The default value of `--storage`: only in the process. */
export const IN_MEMORY = 'memory';

export interface ServerFlags {
  readonly port: number;
  readonly host: string;
  readonly dialect: NamedDialect;
  /** Revisions that a watch can go back. */
  readonly history: number;
  /** URL of an etcd, or `memory`. */
  readonly storage: string;
  /** File that keeps the state from one run to the next; absent if there is none. */
  readonly data?: string;
  /** Bytes. */
  readonly maxBody: number;
  readonly controllers: Controllers;
  /** Whether to serve TLS with a generated certificate, if no other is named. */
  readonly tls: boolean;
  /** Files of a certificate and its key, in PEM. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  /** File with the bearer tokens of callers. */
  readonly tokenAuthFile?: string;
  /** Multiple of real time; 0 stands still. */
  readonly clockSpeed: number;
  /** Whether requests may advance the clock. */
  readonly testClock: boolean;
}

/** The flags, or the exit code: 0 after help, 2 for a wrong flag. The message has been printed. */
export type ParsedFlags = { readonly flags: ServerFlags } | { readonly exitCode: number };

const CONTROLLERS: readonly Controllers[] = ['on', 'cleanup', 'off'];

const DIALECTS: readonly NamedDialect[] = [SPEC, KUBERNETES_1_7];

/**
 * Parses the command line of the reference server; `say` and `complain` write to standard output and standard error.
 */
export function parseFlags(
  argv: readonly string[],
  say: (text: string) => void,
  complain: (text: string) => void,
): ParsedFlags {
  const command = new Command('reference-server')
    .description('Serves the Cluster Resource API, and prints the address when it is ready.')
    .addOption(
      new Option('--port <N>', 'port to listen on; 0 takes a free one')
        .argParser(whole('a port', 0, 65_535))
        .default(8001),
    )
    .addOption(
      new Option('--host <ADDRESS>', 'address to listen on')
        .argParser(named('an address or a name, such as 127.0.0.1'))
        .default('127.0.0.1'),
    )
    .addOption(
      new Option(
        '--dialect <NAME|FILE>',
        `behaviour where the document leaves it open: ${DIALECTS.map(({ name }) => name).join(' or ')}, or a dialect file of your own`,
      )
        .argParser(dialect)
        .default(SPEC, SPEC.name),
    )
    .addOption(
      new Option('--history <N>', 'revisions kept for watches to go back')
        .argParser(whole('a number of revisions', 1, 10_000_000))
        .default(10_000),
    )
    .addOption(
      new Option(
        '--storage <memory|URL>',
        'memory, or the URL of an etcd v3, such as http://127.0.0.1:2379; servers with the same etcd share their objects',
      )
        .argParser(storage)
        .default(IN_MEMORY),
    )
    .addOption(
      new Option(
        '--data <FILE>',
        'restore the objects in memory from this file, and save them there on SIGUSR2 and at the end; not with an etcd',
      ).argParser(named('the name of a file')),
    )
    .addOption(
      new Option('--max-body <BYTES>', 'largest request body')
        .argParser(whole('a number of bytes', 1, 2 ** 30))
        .default(3 * 1024 * 1024),
    )
    .addOption(new Option('--tls', 'serve https, with a self-signed certificate unless one is named').default(false))
    .addOption(
      new Option(
        '--tls-cert <FILE>',
        'PEM file with the certificate for https; with --tls it is made if it does not exist',
      ),
    )
    .addOption(new Option('--tls-key <FILE>', 'its key'))
    .addOption(
      new Option(
        '--token-auth-file <FILE>',
        'accept only requests with one of the bearer tokens in this file: one per line, then a comma and a name',
      ),
    )
    .addOption(
      new Option(
        '--controllers <WHICH>',
        'cleanup: collect garbage, empty namespaces, end grace periods; on: also run workloads on simulated nodes; off: an API server alone, in which deletions that need a controller never end',
      )
        .choices(CONTROLLERS)
        .default('cleanup'),
    )
    .addOption(
      new Option('--clock-speed <N>', 'speed of the clock as a multiple of real time; 0 stands still')
        .argParser(whole('a speed', 0, 100_000))
        .default(1),
    )
    .addOption(new Option('--test-clock', 'let POST /_plumbline/clock advance the clock').default(false))
    .configureOutput({
      writeOut: say,
      writeErr: complain,
      outputError: (text, write) =>
        write(`${text.trim().replace('\n', ' ')} (${typedCommand('reference-server')} --help lists all flags)\n`),
    })
    .exitOverride()
    .allowExcessArguments(false);
  try {
    command.parse([...argv], { from: 'user' });
    const flags = command.opts<ServerFlags>();
    if (flags.data !== undefined && flags.storage !== IN_MEMORY)
      command.error(
        "error: option '--data <FILE>' saves what is in memory, and cannot be used with an etcd; leave out --storage or --data",
      );
    return { flags };
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode === 0 ? 0 : 2 };
    throw error;
  }
}

function dialect(nameOrFile: string): NamedDialect {
  try {
    return chooseDialect(nameOrFile, (path) => readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof DialectError) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function storage(text: string): string {
  if (text === IN_MEMORY) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new InvalidArgumentError('Expected memory, or the URL of an etcd, such as http://127.0.0.1:2379.');
  if (url.href !== `${url.origin}/`)
    throw new InvalidArgumentError(`The URL of an etcd has no password and no path: give ${url.origin}.`);
  return url.origin;
}

/** Refuses an empty value, such as that of an unset shell variable. */
function named(what: string): (text: string) => string {
  return (text) => {
    if (text !== '') return text;
    throw new InvalidArgumentError(`Expected ${what}.`);
  };
}

function whole(what: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`Expected ${what} from ${least} to ${most}.`);
  };
}
