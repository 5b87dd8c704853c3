import { X509Certificate } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { listeningLine } from '../../shared/process/listening-line.ts';
import { OutputExistsError } from '../../shared/files/output-exists-error.ts';
import { NO_RULES, type RedactionRules, withRule } from '../../shared/exchange-log/redaction-rules.ts';
import { type ProxyOptions, startProxyServer } from '../engine/proxy-server.ts';
import { NO_TAPS } from '../engine/taps.ts';
import { type Recording, recordTraffic } from '../record/record-traffic.ts';
import { pathGlob, pluralOf, type SelectedVerb, VERBS } from '../record/selection.ts';
import { countersLine, liveCounters } from './live-counters.ts';
import { listeningCommand, type ListeningFlags, ownCertificate } from './listening-flags.ts';
import { print, printError } from './print.ts';
import { stopSignal } from '../programs/stop-signal.ts';
import { upstreamOf } from './upstream-flags.ts';
import { UsageError } from '../log/usage-error.ts';

const EXIT = { incomplete: 1, stopped: 2 } as const;
/** How long a stopping proxy still responds with the reason, in milliseconds. */
const FAREWELL_MS = 1000;

interface RecordFlags extends ListeningFlags {
  readonly out: string;
  readonly overwrite?: true;
  /** False by `--no-redact`; true by default. */
  readonly redact: boolean | RedactionRules;
  readonly path?: readonly RegExp[];
  readonly verb?: readonly SelectedVerb[];
  readonly kind?: readonly string[];
  readonly whenLogFails: 'stop' | 'go-on';
}

/**
 * `proxy record`: forwards traffic and writes every exchange to a log until it is stopped. Exit 1 if the log is
 * incomplete, 2 if it stopped by itself.
 */
export function recordCommand(): Command {
  return listeningCommand('record')
    .description(
      'Forwards traffic to a server and records every exchange in a file as it happens. Stop it with Ctrl-C.',
    )
    .optionsGroup('Recording:')
    .requiredOption('--out <file>', 'exchange log to write; large bodies go to files beside it')
    .option('--overwrite', 'replace a log that exists')
    .option(
      '--path <glob>',
      'record only these paths: * is any run of characters but /, ** any at all; may be given several times',
      (text, before: readonly RegExp[] = []) => [...before, pathGlob(text)],
    )
    .option('--verb <verb,...>', `record only these: ${VERBS.join(', ')}`, verbs)
    .option(
      '--kind <kind,...>',
      'record only these kinds: pods, ConfigMap, ...',
      (text, before: readonly string[] = []) => [...before, ...text.split(',').map((name) => pluralOf(name.trim()))],
    )
    .option(
      '--redact <place>',
      'also redact this value: header:NAME, query:NAME, or json:PATH as in json:spec.env[*].value; may be given several times',
      redactionRule,
    )
    .option('--no-redact', 'keep credentials and the values of Secrets as they are')
    .addOption(
      new Option(
        '--when-log-fails <what>',
        'what to do with traffic while the log cannot be written, as on a full disk',
      )
        .choices(['go-on', 'stop'])
        .default('go-on'),
    )
    .addHelpText(
      'after',
      '\nTraffic that does not match --path, --verb and --kind passes unrecorded. Exit codes: 0 all is in the log, 1 something is missing in it, 2 usage, or stopped because the log could not be written.',
    )
    .action(record);
}

/**
 * `proxy pass`: the same proxy without a recorder, to measure the cost of recording and to find out whether a fault
 * is the proxy's.
 */
export function passCommand(): Command {
  return listeningCommand('pass')
    .description('Forwards traffic to a server and records nothing.')
    .action(async (flags: ListeningFlags) => {
      const server = await startProxyServer({ ...(await proxyOptions(flags)), tapsFor: () => NO_TAPS }).catch(
        (error: unknown) => {
          throw new UsageError(startFailure(error as NodeJS.ErrnoException, flags));
        },
      );
      const stopped = stopSignal();
      print(listeningLine(server.url));
      await stopped;
      await server.close();
    });
}

async function record(flags: RecordFlags): Promise<void> {
  let stopped: () => void = () => undefined;
  const stopping = new Promise<void>((resolve) => (stopped = resolve));
  const recording = await start(flags, stopped);
  const stopRequested = stopSignal();
  print(listeningLine(recording.url));
  let incomplete: string | undefined;
  {
    using _counters = liveCounters(recording.counts, process.stderr);
    await Promise.race([stopRequested, stopping]);
    incomplete = await recording.close();
  }
  if (incomplete !== undefined)
    printError(
      `${flags.out}: ${incomplete} could not be written, and the log has no gap line for it. Find out why the file could not be written, and record again.`,
    );
  print(`recorded ${countersLine(recording.counts)} in ${flags.out}`);
  if (incomplete !== undefined) process.exitCode ??= EXIT.incomplete;
}

async function start(flags: RecordFlags, stopped: () => void): Promise<Recording> {
  const { out, overwrite, redact, whenLogFails } = flags;
  const options = {
    ...(await proxyOptions(flags)),
    out,
    overwrite: overwrite === true,
    redact: redact !== false,
    ...(typeof redact === 'boolean' ? {} : { redaction: redact }),
    selection: { paths: flags.path ?? [], verbs: flags.verb ?? [], kinds: flags.kind ?? [] },
    whenLogFails,
    onLogFailed(error: Error) {
      printError(
        `${out}: ${error.message}; ${whenLogFails === 'stop' ? 'all requests get 503 from now on, and the proxy ends' : 'NOTHING IS RECORDED until it can be written again, traffic goes on'}`,
      );
      process.exitCode = whenLogFails === 'stop' ? EXIT.stopped : EXIT.incomplete;
      if (whenLogFails === 'stop') setTimeout(stopped, FAREWELL_MS);
    },
    onLogMended: (lost: string) =>
      printError(`${out}: can be written again; ${lost} missing, which the log marks as a gap`),
  };
  return recordTraffic(options).catch((error: unknown) => {
    throw error instanceof OutputExistsError
      ? error
      : new UsageError(startFailure(error as NodeJS.ErrnoException, flags));
  });
}

async function proxyOptions(
  flags: ListeningFlags,
): Promise<Omit<ProxyOptions, 'tapsFor'> & { readonly onUnreachable: (line: string) => void }> {
  const tls = await ownCertificate(flags);
  if (flags.tls === true && flags.tlsCert === undefined && tls !== undefined)
    printError(
      `clients have to trust the certificate of this run, SHA-256 ${new X509Certificate(tls.cert).fingerprint256}, or to accept any`,
    );
  return {
    upstream: upstreamOf(flags.target, flags),
    host: flags.host,
    port: flags.port,
    onUnreachable: once(printError),
    ...(tls === undefined ? {} : { tls }),
  };
}

function startFailure(
  error: NodeJS.ErrnoException,
  { host, port, out }: ListeningFlags & { readonly out?: string },
): string {
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return `cannot listen on ${host}:${port}: ${error.message}; choose another --port, or 0 for a free one`;
  if (error.syscall === undefined)
    return `cannot start: ${error.message}; look at the files that --tls-cert, --tls-key, --ca, --cert and --key name`;
  return `cannot write ${out}: ${error.message}; choose another --out`;
}

function verbs(text: string, before: readonly SelectedVerb[] = []): SelectedVerb[] {
  const given = text.split(',').map((name) => name.trim().toLowerCase());
  const unknown = given.find((name) => !VERBS.some((verb) => verb === name));
  if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is not one of ${VERBS.join(', ')}.`);
  return [...before, ...VERBS.filter((verb) => given.includes(verb))];
}

function redactionRule(text: string, before: RedactionRules | boolean | undefined): RedactionRules {
  const rules = withRule(typeof before === 'object' ? before : NO_RULES, text);
  if (rules === undefined)
    throw new InvalidArgumentError('Write it as header:NAME, query:NAME or json:PATH, as in json:spec.env[*].value.');
  return rules;
}

function once(say: (line: string) => void): (line: string) => void {
  let said = false;
  return (line) => {
    if (!said) say(`${line}; clients get 502 until it responds`);
    said = true;
  };
}
