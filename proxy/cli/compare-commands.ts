import { typedCommand } from '../../shared/process/command-name.ts';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { LogHeader } from '../../shared/exchange-log/exchange-log.ts';
import { listeningLine } from '../../shared/process/listening-line.ts';
import type { Upstream } from '../engine/upstream.ts';
import { recordTraffic } from '../record/record-traffic.ts';
import { writeLog } from '../record/write-log.ts';
import {
  compareRecordings,
  compareReplay,
  compareServers,
  type ComparisonSession,
  inNewNamespace,
} from '../replay/comparison-session.ts';
import { reachable, type ReplayOptions, replayTraffic } from '../replay/replay-log.ts';
import { openStoredLog, type StoredLog } from '../replay/sending/stored-lines.ts';
import { UnreachableError } from '../replay/server/unreachable-error.ts';
import { checkComparisonFlags, type ComparisonFlags, namespaceName, withComparisonFlags } from './comparison-flags.ts';
import { duration } from '../../shared/flags/flag-parsers.ts';
import { type LimitFlags, limitsBy, withLimitFlags } from './limit-flags.ts';
import { print, printError } from './print.ts';
import { type ShownProgress, progressOn } from './progress.ts';
import { type Criteria, readCriteria, reportComparison } from './report-comparison.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { atExit, stopSignal } from '../programs/stop-signal.ts';
import { portNumber, serverUrl, type UpstreamFlags, upstreamOf, withUpstreamFlags } from './upstream-flags.ts';
import { UsageError } from '../log/usage-error.ts';

const UNREACHABLE = 3;

interface SendingFlags extends UpstreamFlags, ComparisonFlags, LimitFlags {
  /** Milliseconds. */
  readonly budget?: number;
}

interface ReplayFlags extends SendingFlags {
  readonly against?: URL;
  readonly namespace?: string;
  readonly out?: string;
}

interface DiffFlags extends SendingFlags {
  readonly target?: URL;
  readonly reference?: URL;
  readonly namespace?: string;
  readonly port?: number;
}

/** `proxy replay`: exit 0 without a difference, 1 with one, 3 if the server cannot be reached or does not respond. */
export function replayCommand(): Command {
  const command = new Command('replay')
    .description(
      'Sends the requests of a recording to a server, in their recorded order and concurrency, and reports every difference of its responses.',
    )
    .argument('<file>', 'exchange log')
    .option('--against <url>', 'base URL of the server; default the one of the --kubeconfig', serverUrl)
    .option(
      '--namespace <name>',
      'replay into a new namespace with that name, which is removed afterwards; further namespaces of the recording become name-2, name-3',
      namespaceName,
    )
    .option('--out <file>', 'record the replay in this exchange log')
    .action((file: string, flags: ReplayFlags) => reachingServers(() => replay(file, flags)));
  return withSendingFlags(command);
}

/**
 * `proxy diff`: file against file, the requests of a file sent to two servers, or a client's requests sent to two
 * servers.
 */
export function diffCommand(): Command {
  const command = new Command('diff')
    .description(
      'Compares two recordings of the same client; or the responses of --target and --reference to the requests of one recording or, with --port, of live clients.',
    )
    .argument('[file]', 'exchange log')
    .argument('[other]', 'exchange log to compare with the first')
    .option('--target <url>', 'base URL of the server to compare', serverUrl)
    .option(
      '--reference <url>',
      'base URL of the server to compare it with, with the same connection flags; default the built-in reference server',
      serverUrl,
    )
    .option(
      '--namespace <name>',
      'use a new namespace with that name on both servers, which is removed afterwards',
      namespaceName,
    )
    .option(
      '--port <n>',
      'listen on this port: clients get the responses of the target, and Ctrl-C prints the differences',
      portNumber,
    )
    .action((file: string | undefined, other: string | undefined, flags: DiffFlags) =>
      reachingServers(() => diff(file, other, flags)),
    );
  return withSendingFlags(command);
}

function withSendingFlags(command: Command): Command {
  const limited = withLimitFlags(withUpstreamFlags(command)).option(
    '--budget <duration>',
    'time limit for sending; requests that were not sent by then are counted and not compared',
    duration,
  );
  return withComparisonFlags(limited);
}

async function replay(file: string, flags: ReplayFlags): Promise<number> {
  await checkComparisonFlags(flags, [file], { '--out': flags.out });
  const criteria = await readCriteria(flags);
  const log = await opened(file);
  const server = upstreamOf(flags.against, flags, '--against');
  using progress = progressOn(process.stderr);
  return await judged(
    log,
    await compareReplay(log, server, optionsOf(flags, progress)),
    flags,
    criteria,
    async ({ lines, namespaces }) => {
      if (flags.out === undefined) return;
      const about = {
        tool: 'plumbline proxy replay',
        upstream: server.url.href,
        ...recordedNames(namespaces, log.header.namespaces),
      };
      await writeLog(flags.out, about, lines).catch((error: Error) =>
        refuse(`cannot write ${flags.out}: ${error.message}`),
      );
    },
  );
}

/** The name in the first recording of each namespace of a replay; `earlier` if its recording is a replay itself. */
function recordedNames(
  namespaces: ComparisonSession['namespaces'],
  earlier: LogHeader['namespaces'],
): Pick<LogHeader, 'namespaces'> {
  if (namespaces === undefined) return earlier === undefined ? {} : { namespaces: earlier };
  const names = [...namespaces.names].map(([name, recorded]) => [name, earlier?.[recorded] ?? recorded]);
  return { namespaces: Object.fromEntries(names) as Record<string, string> };
}

async function diff(file: string | undefined, other: string | undefined, flags: DiffFlags): Promise<number> {
  const live = flags.target !== undefined || flags.kubeconfig !== undefined;
  if (flags.port !== undefined) {
    if (file !== undefined)
      throw new UsageError(
        '--port takes the requests from clients, and a file takes them from a recording; give one of them',
      );
    return diffClients(flags, flags.port);
  }
  if (file === undefined || (other === undefined) === !live)
    throw new UsageError('give either two files, or one file and --target, or --target and --port');
  await checkComparisonFlags(flags, [file, ...(other === undefined ? [] : [other])]);
  if (other === undefined) return diffServers(await opened(file), flags, await readCriteria(flags));
  if (flags.learnNoise === true)
    throw new UsageError(
      '--learn-noise sends traffic to a server twice, and a comparison of two files has no server; give one file and --target',
    );
  if (flags.namespace !== undefined)
    throw new UsageError('--namespace is for sent requests, and a comparison of two files sends none; leave it out');
  if (flags.budget !== undefined)
    throw new UsageError(
      '--budget bounds how long requests are sent, and nothing is sent if two files are compared. Leave it out.',
    );
  const criteria = await readCriteria(flags);
  const log = await opened(file);
  const second = await opened(other);
  try {
    return await judged(log, await compareRecordings(log, second), flags, criteria);
  } finally {
    second.close();
  }
}

async function diffServers(log: StoredLog, flags: DiffFlags, criteria: Criteria): Promise<number> {
  const target = upstreamOf(flags.target, flags);
  using progress = progressOn(process.stderr);
  const options = optionsOf(flags, progress);
  await using started = flags.reference === undefined ? await startReferenceServer() : undefined;
  const reference: Upstream =
    started === undefined ? { ...target, url: flags.reference ?? target.url } : { url: started.url };
  return await judged(log, await compareServers(log, target, reference, options), flags, criteria);
}

/**
 * Records the traffic between clients and the target, and sends the same requests to the reference as they happen.
 * Replayed requests cannot be redacted, so they are kept in a folder that only its owner can enter, and that is
 * removed however the command ends.
 */
async function diffClients(flags: DiffFlags, port: number): Promise<number> {
  await checkComparisonFlags(flags, []);
  if (flags.namespace !== undefined)
    throw new UsageError(
      `--namespace does not go with --port: live clients choose their own namespaces. Record the clients with ${typedCommand('proxy')} record, and give that file with --namespace.`,
    );
  const criteria = await readCriteria(flags);
  const target = upstreamOf(flags.target, flags);
  const stopped = stopSignal();
  await using started = flags.reference === undefined ? await startReferenceServer() : undefined;
  const reference: Upstream =
    started === undefined ? { ...target, url: flags.reference ?? target.url } : { url: started.url };
  if (flags.budget !== undefined)
    throw new UsageError(
      '--budget does not go with --port, because live clients decide when they end. Leave it out, and stop the command with Ctrl-C.',
    );
  const limits = limitsBy(flags);
  await Promise.all([reachable(target, limits), reachable(reference, limits)]);
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-diff-'));
  const emptying = atExit(() => rmSync(folder, { recursive: true, force: true }));
  try {
    const out = join(folder, 'clients.jsonl');
    const recording = await recordTraffic({
      upstream: target,
      host: '127.0.0.1',
      port,
      out,
      redact: false,
      onUnreachable: printError,
      onLogFailed: (error) => printError(`the traffic cannot be kept: ${error.message}`),
    }).catch((error: Error) =>
      refuse(`cannot listen on 127.0.0.1:${port}: ${error.message}; choose another --port, or 0 for a free one`),
    );
    const ended = { yet: false };
    const following = replayTraffic(out, reference, () => ended.yet, limits);
    print(listeningLine(recording.url));
    await Promise.race([stopped, following]);
    await recording.close();
    ended.yet = true;
    const replayed = await following;
    const log = await opened(out);
    const session = await compareReplay(
      log,
      reference,
      { warn: printError, limits, judged: { expected: reference.url.href, actual: target.url.href } },
      replayed,
    );
    return await judged(log, session, flags, criteria);
  } finally {
    await rm(folder, { recursive: true, force: true });
    emptying[Symbol.dispose]();
  }
}

async function judged(
  log: StoredLog,
  session: ComparisonSession,
  flags: ComparisonFlags & { readonly port?: number },
  criteria: Criteria,
  before: (session: ComparisonSession) => Promise<void> = async () => undefined,
): Promise<number> {
  for (const line of session.stopped) printError(line);
  try {
    await before(session);
    const { compared, differences } = session.comparison;
    if (compared === 0 && differences.length === 0)
      throw new UsageError(
        `nothing was compared: ${flags.port === undefined ? log.path : 'the traffic'} has no request with a response; record a client that reaches its server`,
      );
    return await reportComparison(session, log, flags, criteria);
  } finally {
    session.close();
    log.close();
  }
}

/** Servers that get the traffic twice get it in scratch namespaces, because the first run would disturb the second. */
function optionsOf(flags: SendingFlags & { readonly namespace?: string }, progress: ShownProgress): ReplayOptions {
  return {
    warn: printError,
    signal: interruption(),
    limits: limitsBy(flags),
    onProgress: (over, all, server) => progress.show(`${over} of ${all} exchanges sent to ${server}`),
    ...(flags.budget === undefined ? {} : { budgetMs: flags.budget }),
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
    ...(flags.namespace === undefined && flags.learnNoise === true ? inNewNamespace() : {}),
  };
}

async function opened(file: string): Promise<StoredLog> {
  const log = await openStoredLog(file);
  if (log.torn !== undefined) printError(log.torn);
  return log;
}

async function reachingServers(work: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    printError(`error: ${error.message}`);
    process.exitCode = UNREACHABLE;
  }
}

/** Aborts at the first Ctrl-C. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  void stopSignal().then(() => controller.abort());
  return controller.signal;
}

function refuse(message: string): never {
  throw new UsageError(message);
}
