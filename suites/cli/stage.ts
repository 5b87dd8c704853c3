import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import { once } from 'node:events';
import { type Operation, OPERATIONS } from '../../spec/surface/operations.ts';
import type { ProbeContext } from '../drivers/probing/probe-context.ts';
import { probe } from '../drivers/probing/probe.ts';
import { probeControllers } from '../drivers/probing/probe-controllers.ts';
import { probeProtobuf } from '../drivers/probing/probe-protobuf.ts';
import { probeWatchRoom, type WatchRoom } from '../drivers/probing/probe-watch-room.ts';
import type { SlotNamespaces } from '../drivers/namespaces/slot-namespaces.ts';
import { prepareSlots } from '../drivers/namespaces/slots.ts';
import type { Capabilities } from '../target/capabilities.ts';
import { historyOf } from '../oracle/exchanges/history-of.ts';
import { connect } from '../target/connect.ts';
import { connectionSettings, type ConnectionSettings } from '../target/connection-settings.ts';
import type { TargetOptions } from '../target/options.ts';
import { ExchangeLogFile } from '../target/exchange-log-file.ts';
import { connectionOf } from '../target/preflight/connection.ts';
import { preflight } from '../target/preflight/preflight.ts';
import { ExchangeRecorder, ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { TargetError } from '../target/target-error.ts';
import type { Footprint } from './clean-up/footprint.ts';
import type { Probes } from './plan/probes.ts';

/** A prepared target: namespaces for every slot, and the operations that it offers. */
export interface Stage {
  readonly capabilities: Capabilities;
  readonly namespaces: readonly SlotNamespaces[];
  /** Response time while the namespaces were made, in milliseconds; absent if none were made. */
  readonly firstMs?: number;
  /** The room for watches on the target; absent if it seems unlimited. */
  readonly watchRoom?: WatchRoom;
}

/** Why a target cannot be judged, in one line. */
export interface Unusable {
  readonly unusable: string;
}

export interface StageOptions {
  readonly run: string;
  /** The number of concurrent cases. */
  readonly slots: number;
  readonly prefix: string;
  /** The rules that cannot be judged without namespaces: `298 of 330 rules need a namespace`. */
  readonly needed: string;
  /** The operations to probe; default all. */
  readonly operations?: readonly Operation[];
  /** The only namespace that the run may use; absent if it makes its own. */
  readonly namespace?: string;
  readonly timeoutMs: number;
  /** Path of the exchange log to begin. */
  readonly record?: string;
  /** Records the created objects, the position of the exchange log, and the number of requests. */
  readonly footprint: Footprint;
  /** Cuts requests under way, and stops sending. */
  readonly signal?: AbortSignal;
  /** Facts that rules need besides operations; probing controllers takes some seconds. */
  readonly probes?: Probes;
}

/**
 * Prepares a target for a run, or says in one line why it cannot be used. Contradictory options throw a
 * `TargetError`.
 */
export async function openStage(options: TargetOptions, stage: StageOptions): Promise<Stage | Unusable> {
  const target = stage.footprint.track(connect(options));
  try {
    return await Promise.race([prepared(target, connectionSettings(options), stage), cut(stage.signal)]);
  } catch (error) {
    if (error instanceof TargetError) return { unusable: error.message };
    throw error;
  } finally {
    await target.close();
  }
}

/** Resolves if the run is interrupted. */
async function cut(signal: AbortSignal = new AbortController().signal): Promise<Unusable> {
  await once(signal, 'abort');
  return { unusable: 'interrupted' };
}

async function prepared(
  target: Target,
  settings: ConnectionSettings,
  {
    run,
    slots: count,
    prefix,
    needed,
    namespace,
    timeoutMs,
    record,
    operations = OPERATIONS,
    probes,
    footprint,
  }: StageOptions,
): Promise<Stage> {
  const order = new ObservationOrder();
  const log = record === undefined ? undefined : ExchangeLogFile.create(record, target.baseUrl, order);
  const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run, rule: 'stage' }, order, log);
  try {
    const confined = namespace === undefined ? {} : { namespace };
    await preflight(target, recorder(), {
      connection: connectionOf(settings),
      timeoutMs: settings.timeoutMs,
      ...confined,
    });
    footprint.shared = namespace;
    const first = recorder();
    const namespaces = await prepareSlots(target, first, {
      run,
      prefix,
      needed,
      count,
      made: footprint.namespaces,
      ...confined,
    });
    const [slot] = namespaces;
    if (slot === undefined) throw new RangeError('a run needs at least one slot');
    const context = { target, recorder: recorder(), run, slot, timeoutMs };
    const capabilities = await capabilitiesOf(context, operations, probes);
    if (namespace !== undefined) assertUsable(namespace, capabilities, needed);
    const watchRoom = probes?.watches === undefined ? undefined : await probeWatchRoom(context, probes.watches);
    footprint.connections = watchRoom?.connections;
    return {
      capabilities,
      namespaces,
      ...(first.lines.length === 0 ? {} : { firstMs: responseMs(first.lines) }),
      ...(watchRoom === undefined ? {} : { watchRoom }),
    };
  } finally {
    if (record !== undefined) footprint.recorded = { path: record, after: order.position() };
    log?.close();
  }
}

/** The response time at first, in milliseconds: the fastest, because many requests are concurrent. */
function responseMs(lines: readonly HappeningLine[]): number {
  return Math.min(
    ...historyOf(lines).exchanges.flatMap(({ request, end }) => (end === undefined ? [] : [end.t - request.t])),
  );
}

async function capabilitiesOf(
  context: ProbeContext,
  operations: readonly Operation[],
  probes: Probes = { controllers: new Set() },
): Promise<Capabilities> {
  const [offered, acting, spoken] = await Promise.all([
    probe(context, operations),
    probes.controllers.size === 0 ? {} : probeControllers(context, probes.controllers),
    probes.protobuf === undefined ? {} : probeProtobuf(context, probes.protobuf),
  ]);
  return { ...offered, ...acting, ...spoken };
}

/**
 * A missing or forbidden namespace is reported once instead of by every rule; if no rule needs it, the rules report
 * it.
 */
function assertUsable(namespace: string, capabilities: Capabilities, needed: string): void {
  const creations = OPERATIONS.filter(({ verb, path }) => verb === 'create' && path.includes('{namespace}')).flatMap(
    ({ id }) => capabilities[id] ?? [],
  );
  if (creations.length === 0) return;
  if (creations.some((capability) => capability.offer === 'offered')) return;
  const evidence = creations.find((capability) => 'evidence' in capability);
  const said = evidence !== undefined && 'evidence' in evidence ? evidence.evidence : 'no create is offered';
  throw new TargetError(
    'no-namespaces',
    `nothing can be made in namespace '${namespace}' (${said}): ${needed}. Check its name, that it exists, and that the credentials may write there.`,
  );
}
