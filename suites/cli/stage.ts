import { probe } from '../drivers/probe.ts';
import { probeLoops } from '../drivers/probe-loops.ts';
import type { PreparedSlots } from '../drivers/slots.ts';
import { prepareSlots } from '../drivers/slots.ts';
import { sweep } from '../drivers/sweep.ts';
import type { Capabilities } from '../target/capabilities.ts';
import { connect } from '../target/connect.ts';
import type { TargetOptions } from '../target/options.ts';
import { assertReachable } from '../target/reach.ts';
import { ExchangeRecorder, ObservationOrder } from '../target/recorder.ts';
import type { Target } from '../target/target.ts';
import { TargetError } from '../target/target-error.ts';

/** A target made ready: namespaces for every slot, and what it offers. */
export interface Stage {
  readonly capabilities: Capabilities;
  readonly namespaces: PreparedSlots['namespaces'];
  /** Requests sent on the stage itself. */
  requests(): number;
  /** Removes all that the run made. @returns what could not be removed, a line each */
  clear(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface StageOptions {
  readonly run: string;
  readonly concurrency: number;
  readonly prefix: string;
  readonly timeoutMs: number;
  /** Whether to look for control loops, which takes some seconds: only where a rule needs to know. */
  readonly loops?: boolean;
}

/** Makes a target ready for a run, or says in one line why it cannot be used. Options that make no sense throw a `TargetError`. */
export async function openStage(options: TargetOptions, { run, concurrency, prefix, timeoutMs, loops = false }: StageOptions): Promise<Stage | { readonly unusable: string }> {
  const target = connect(options);
  const order = new ObservationOrder();
  const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run, rule: 'stage' }, order);
  try {
    await assertReachable(target, recorder());
    const slots = await prepareSlots(target, recorder(), { run, prefix, count: concurrency });
    const [slot] = slots.namespaces;
    if (slot === undefined) throw new RangeError('a run needs at least one slot');
    const context = { target, recorder: recorder(), run, slot, timeoutMs };
    const [offered, acting] = await Promise.all([probe(context), loops ? probeLoops(context) : {}]);
    return {
      capabilities: { ...offered, ...acting },
      namespaces: slots.namespaces,
      requests: () => target.requests,
      clear: () => sweep(target, recorder(), run, slots),
      close: () => target.close(),
    };
  } catch (error) {
    return unusable(target, error);
  }
}

async function unusable(target: Target, error: unknown): Promise<{ readonly unusable: string }> {
  await target.close();
  if (error instanceof TargetError) return { unusable: error.message };
  throw error;
}
