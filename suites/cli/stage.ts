import type { Operation } from '../../spec/surface/operations.ts';
import { OPERATIONS } from '../../spec/surface/operations.ts';
import { probe } from '../drivers/probe.ts';
import { probeLoops } from '../drivers/probe-loops.ts';
import { probeProtobuf } from '../drivers/probe-protobuf.ts';
import type { PreparedSlots } from '../drivers/slots.ts';
import { prepareSlots } from '../drivers/slots.ts';
import { sweep } from '../drivers/sweep.ts';
import type { Capabilities } from '../target/capabilities.ts';
import { connect } from '../target/connect.ts';
import type { ConnectionSettings } from '../target/connection-settings.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import type { TargetOptions } from '../target/options.ts';
import { ExchangeLogFile } from '../target/exchange-log-file.ts';
import { logEnd } from '../target/log-end.ts';
import { connectionOf } from '../target/preflight/connection.ts';
import { preflight } from '../target/preflight/preflight.ts';
import type { LogPosition } from '../target/recorder.ts';
import { ExchangeRecorder, ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { TargetError } from '../target/target-error.ts';

/** A target made ready: namespaces for every slot, and what it offers. */
export interface Stage {
  readonly capabilities: Capabilities;
  readonly namespaces: PreparedSlots['namespaces'];
  /** How far the exchange log has come; absent where none is written. */
  readonly recorded?: LogPosition;
  /** Requests sent on the stage itself. */
  requests(): number;
  /** Removes all that the run made. @returns what could not be removed, a line each */
  clear(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly run: string;
  /** How many cases will be under way at the same time. */
  readonly slots: number;
  readonly prefix: string;
  /** What cannot be judged without namespaces: `298 of 330 rules need a namespace`. */
  readonly needed: string;
  /** What has to be known of the target; default all. */
  readonly operations?: readonly Operation[];
  /** The one namespace that the run may use; absent where it makes its own. */
  readonly namespace?: string;
  readonly timeoutMs: number;
  /** Path of the exchange log to begin; the clearing of the stage goes on at its end. */
  readonly record?: string;
  /** Whether to look for control loops, which takes some seconds: only where a rule needs to know. */
  readonly loops?: boolean;
  /** Whether to try what the target does with protobuf: only where a rule needs to know. */
  readonly protobuf?: boolean;
}

/** Why a target cannot be judged, in one line, and how many requests it took to find out. */
export interface Unusable {
  readonly unusable: string;
  readonly requests: number;
}

/** Makes a target ready for a run, or says why it cannot be used. Options that make no sense throw a `TargetError`. */
export async function openStage(options: TargetOptions, stage: StageOptions): Promise<Stage | Unusable> {
  const target = connect(options);
  try {
    return await prepared(target, connectionSettings(options), stage);
  } catch (error) {
    return unusable(target, error);
  }
}

async function prepared(target: Target, settings: ConnectionSettings, { run, slots: count, prefix, needed, namespace, timeoutMs, record, operations = OPERATIONS, loops = false, protobuf = false }: StageOptions): Promise<Stage> {
  const order = new ObservationOrder();
  const log = record === undefined ? undefined : ExchangeLogFile.create(record, target.baseUrl, order);
  const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run, rule: 'stage' }, order, log);
  try {
    const confined = namespace === undefined ? {} : { namespace };
    await preflight(target, recorder(), { connection: connectionOf(settings), timeoutMs: settings.timeoutMs, ...confined });
    const slots = await prepareSlots(target, recorder(), { run, prefix, needed, count, ...confined });
    const [slot] = slots.namespaces;
    if (slot === undefined) throw new RangeError('a run needs at least one slot');
    const context = { target, recorder: recorder(), run, slot, timeoutMs };
    const [offered, acting, spoken] = await Promise.all([probe(context, operations), loops ? probeLoops(context) : {}, protobuf ? probeProtobuf(context) : {}]);
    const capabilities = { ...offered, ...acting, ...spoken };
    if (namespace !== undefined) assertUsable(namespace, capabilities, needed);
    const recorded = record === undefined ? undefined : { path: record, after: order.position() };
    return {
      capabilities,
      namespaces: slots.namespaces,
      ...(recorded === undefined ? {} : { recorded: recorded.after }),
      requests: () => target.requests,
      clear: () => clear(target, run, slots, recorded),
      close: () => target.close(),
    };
  } finally {
    log?.close();
  }
}

/** A namespace that is not there, or not ours to use, is told once and not by every rule; where nothing is to be made in it, the rules tell. */
function assertUsable(namespace: string, capabilities: Capabilities, needed: string): void {
  const creations = OPERATIONS.filter(({ verb, path }) => verb === 'create' && path.includes('{namespace}')).flatMap(({ id }) => capabilities[id] ?? []);
  if (creations.length === 0) return;
  if (creations.some((capability) => capability.offer === 'offered')) return;
  const evidence = creations.find((capability) => 'evidence' in capability);
  const said = evidence !== undefined && 'evidence' in evidence ? evidence.evidence : 'no create is offered';
  throw new TargetError('no-namespaces', `nothing can be made in namespace '${namespace}' (${said}): ${needed}. Check its name, that it exists, and that the credentials may write there.`);
}

async function clear(target: Target, run: string, slots: PreparedSlots, recorded: { readonly path: string; readonly after: LogPosition } | undefined): Promise<readonly string[]> {
  const order = new ObservationOrder(recorded === undefined ? undefined : logEnd(recorded.path, recorded.after));
  const log = recorded === undefined ? undefined : new ExchangeLogFile(recorded.path);
  const leftovers = await sweep(target, new ExchangeRecorder({ run, rule: 'stage' }, order, log), run, slots);
  log?.close();
  return leftovers;
}

async function unusable(target: Target, error: unknown): Promise<Unusable> {
  await target.close();
  if (error instanceof TargetError) return { unusable: error.message, requests: target.requests };
  throw error;
}
