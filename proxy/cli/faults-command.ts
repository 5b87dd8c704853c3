import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { listeningLine } from '../../shared/process/listening-line.ts';
import { startProxyServer } from '../engine/proxy-server.ts';
import { NO_TAPS } from '../engine/taps.ts';
import type { Upstream } from '../engine/upstream.ts';
import { portNumber, serverUrl, type UpstreamFlags, upstreamOf, withUpstreamFlags } from './upstream-flags.ts';
import { type SelectionFlags, selectionOf, withSelectionFlags } from './selection-flags.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { stopSignal } from '../programs/stop-signal.ts';
import { UsageError } from '../log/usage-error.ts';
import { ALL } from '../record/selection.ts';
import { FAULTS } from '../faults/catalogue/index.ts';
import type { Dose } from '../faults/disturb/disturbance.ts';
import { DISTURBANCES } from '../faults/disturb/disturbances.ts';
import { disturbingHooks } from '../faults/disturb/disturbing-hooks.ts';
import type { Fault, Variant } from '../faults/fault.ts';
import { differencesOf } from '../faults/generated/differences.ts';
import type { GeneratedFault } from '../faults/generated/generated-fault.ts';
import { FAMILY_NAMES, generatedFault } from '../faults/generated/index.ts';
import { injectEachFault, type Injected, injectFault, type Injector, type Listen } from '../faults/injector.ts';
import type { HostileTarget } from '../faults/hostile/hostile-target.ts';
import { HOSTILE_TARGETS } from '../faults/hostile/index.ts';
import { type ListingFlags, listingFor } from '../faults/listings.ts';
import { VARIANTS } from '../faults/variants/index.ts';

type NamedServer = Fault | Variant | GeneratedFault;

interface FaultsFlags extends SelectionFlags, UpstreamFlags, ListingFlags {
  readonly target?: URL;
  readonly fault?: Fault | GeneratedFault;
  readonly witness?: readonly GeneratedFault[];
  readonly port: number;
  readonly host: string;
  readonly variant?: Variant;
  readonly hostile?: HostileTarget;
  readonly disturb?: readonly Dose[];
  readonly seed?: number;
}

/** `proxy faults`: serves the target with one named fault until it is stopped. */
export function faultsCommand(): Command {
  const command = new Command('faults')
    .description(
      'Serves the API of a server with one named fault, of a legal variant, of a hostile server, or with random disturbances.',
    )
    .option(
      '--target <url>',
      'base URL of a server that obeys the document; without it, a reference server is started',
      serverUrl,
    )
    .option(
      '--fault <name>',
      'name of a fault, from --list or --list-generated; without it, all faults and variants, each under its escaped name as base path',
      faultNamed,
    )
    .option('--variant <name>', 'name of a legal variant: an unusual server for which no rule may fail', variantNamed)
    .addOption(
      new Option(
        '--hostile <name>',
        'name of a hostile target: a server that hangs, dies, floods, refuses, or speaks another protocol',
      )
        .argParser(hostileNamed)
        .conflicts(['fault', 'variant', 'disturb']),
    )
    .option(
      '--disturb <name=p[:value]>',
      'a disturbance, its probability, and its value if it has one, as in drop-event=0.1 or latency=0.5:300; may be given several times',
      dose,
    )
    .option(
      '--seed <n>',
      'seed of the disturbances, which also depend on the path and count of each request; default random, and printed',
      seedNumber,
    )
    .option('--port <n>', 'port to listen on; 0 takes a free one', portNumber, 8003)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--list', 'list the faults and stop')
    .option('--list-variants', 'list the variants, each with the dialect of the variant and its target, and stop')
    .option(
      '--list-hostile',
      'list the hostile targets, each with whether it stands alone or in front of a server, and stop',
    )
    .option('--list-disturbances', 'list the disturbances and stop')
    .option(
      '--list-generated',
      'list the thousands of faults that are generated from the tables of the document, and stop',
    )
    .addOption(new Option('--family <name>', 'list the generated faults of this family only').choices(FAMILY_NAMES))
    .option(
      '--witness <names>',
      'names of generated faults, separated by commas: send the requests that show each one to the target with and without the fault, and print whether the responses differ',
      generatedNamed,
    )
    .option('--json', 'list as JSON');
  return withUpstreamFlags(withSelectionFlags(command, 'disturb only requests')).action(async (flags: FaultsFlags) => {
    const listing = listingFor(flags);
    if (listing !== undefined) {
      process.stdout.write(`${listing}\n`);
      return;
    }
    if (flags.hostile !== undefined) {
      await runHostile(flags.hostile, flags);
      return;
    }
    if (flags.witness !== undefined) {
      await printDifferences(flags.witness, flags);
      return;
    }
    await using server = await serverBehind(flags);
    if (flags.disturb === undefined)
      await runUntilStopped(await injected(flags.fault ?? flags.variant, server.url, flags));
    else await disturbUntilStopped(flags.disturb, server.url, flags);
  });
}

/**
 * The address of the server for the injector: its own URL or, if it needs credentials, TLS or a path prefix, a proxy
 * that adds them.
 */
async function wayTo(upstream: Upstream): Promise<{ readonly url: string } & AsyncDisposable> {
  const isPlain =
    upstream.url.protocol === 'http:' && upstream.url.pathname === '/' && upstream.authorization === undefined;
  if (isPlain) return { url: upstream.url.href, async [Symbol.asyncDispose]() {} };
  const proxy = await startProxyServer({
    upstream,
    host: '127.0.0.1',
    port: 0,
    onUnreachable: (line) => void process.stderr.write(`${line}\n`),
    tapsFor: () => NO_TAPS,
  });
  return { url: proxy.url, [Symbol.asyncDispose]: () => proxy.close() };
}

function injected(fault: Injected | undefined, target: string, listen: Listen): Promise<Injector> {
  return fault === undefined ? injectEachFault(anyNamed, target, listen) : injectFault(fault, target, listen);
}

function anyNamed(name: string): NamedServer | undefined {
  return (
    FAULTS.find((each) => each.name === name) ?? VARIANTS.find((each) => each.name === name) ?? generatedFault(name)
  );
}

/** Prints a line of JSON for each of these faults: whether its witness distinguishes it from the target. */
async function printDifferences(faults: readonly GeneratedFault[], flags: FaultsFlags): Promise<void> {
  await using server = await serverBehind(flags);
  for await (const { name, outcome, transcripts } of differencesOf(faults, server.url)) {
    process.stdout.write(`${JSON.stringify({ name, outcome, ...(flags.json === true ? { transcripts } : {}) })}\n`);
  }
}

/** Disturbs the traffic of the target, or of the target with the named fault. */
async function disturbUntilStopped(doses: readonly Dose[], target: string, flags: FaultsFlags): Promise<void> {
  const fault = flags.fault ?? flags.variant;
  await using inner = fault === undefined ? undefined : await injectFault(fault, target, { host: flags.host, port: 0 });
  const seed = flags.seed ?? randomInt(2 ** 31);
  const selection = selectionOf(flags) ?? ALL;
  const onDone = (line: string): void => void process.stderr.write(`${line}\n`);
  const named = { name: 'disturbances', hooks: () => disturbingHooks({ doses, selection, seed, onDone }) };
  onDone(`seed ${seed}`);
  await runUntilStopped(await injectFault(named, inner?.url ?? target, flags));
}

/** Starts a hostile target. If it needs a server, it uses the named one or starts a reference server. */
async function runHostile(hostile: HostileTarget, flags: FaultsFlags): Promise<void> {
  if ('startAlone' in hostile) {
    if (namesServer(flags))
      throw new UsageError(`--hostile ${hostile.name} needs no server behind it; leave out --target and --kubeconfig`);
    await runUntilStopped(await hostile.startAlone(flags));
    return;
  }
  await using server = await serverBehind(flags);
  await runUntilStopped(await hostile.startInFront(server.url, flags));
}

function namesServer({ target, kubeconfig }: FaultsFlags): boolean {
  return target !== undefined || kubeconfig !== undefined;
}

/**
 * The server of the flags, or a reference server started for this command, in the dialect of the variant if there is
 * one.
 */
async function serverBehind(flags: FaultsFlags): Promise<{ readonly url: string } & AsyncDisposable> {
  if (namesServer(flags)) return wayTo(upstreamOf(flags.target, flags));
  const { variant } = flags;
  const server = await startReferenceServer(...(variant === undefined ? [] : ['--dialect', variant.dialect]));
  return { url: server.url.href, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function runUntilStopped(injector: Injector): Promise<void> {
  const stopped = stopSignal();
  process.stdout.write(`${listeningLine(injector.url)}\n`);
  await stopped;
  await injector[Symbol.asyncDispose]();
}

/** `latency=0.5:300`: a disturbance, its probability, its value. */
function dose(text: string, before: readonly Dose[] = []): readonly Dose[] {
  const [, name = '', probability = '', value] = /^([a-z-]+)=([0-9.]+)(?::([0-9.]+))?$/.exec(text) ?? [];
  const disturbance = DISTURBANCES.find((each) => each.name === name);
  if (disturbance === undefined)
    throw new InvalidArgumentError(
      'Give a disturbance and its probability, as in drop-event=0.1; --list-disturbances shows them.',
    );
  if (!(Number(probability) > 0 && Number(probability) <= 1))
    throw new InvalidArgumentError('Give a probability above 0 and up to 1.');
  if (value !== undefined && disturbance.value === undefined) throw new InvalidArgumentError(`${name} takes no value.`);
  if (value !== undefined && !isValue(Number(value), disturbance.value?.meaning))
    throw new InvalidArgumentError(
      `Give ${disturbance.value?.meaning ?? 'a value'}, as in ${name}=${probability}:${disturbance.value?.usual ?? 1}.`,
    );
  return [
    ...before,
    {
      disturbance,
      probability: Number(probability),
      value: value === undefined ? (disturbance.value?.usual ?? 0) : Number(value),
    },
  ];
}

function isValue(value: number, meaning: string | undefined): boolean {
  if (meaning === 'status') return Number.isInteger(value) && value >= 500 && value <= 599;
  return Number.isFinite(value) && value <= 3_600_000;
}

function seedNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('Give a whole number, as in 7.');
  return Number(text);
}

function variantNamed(name: string): Variant {
  const variant = VARIANTS.find((each) => each.name === name);
  if (variant === undefined) throw new InvalidArgumentError('There is no such variant; --list-variants shows them.');
  return variant;
}

function faultNamed(name: string): Fault | GeneratedFault {
  const fault = FAULTS.find((each) => each.name === name) ?? generatedFault(name);
  if (fault === undefined)
    throw new InvalidArgumentError('There is no such fault; --list and --list-generated show them.');
  return fault;
}

function generatedNamed(names: string): readonly GeneratedFault[] {
  return names.split(',').map((name) => {
    const fault = generatedFault(name);
    if (fault === undefined)
      throw new InvalidArgumentError(`There is no generated fault '${name}'; --list-generated shows them.`);
    return fault;
  });
}

function hostileNamed(name: string): HostileTarget {
  const hostile = HOSTILE_TARGETS.find((each) => each.name === name);
  if (hostile === undefined)
    throw new InvalidArgumentError('There is no such hostile target; --list-hostile shows them.');
  return hostile;
}
