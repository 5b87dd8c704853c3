import { PatientSender } from '../drivers/patient-sender.ts';
import { sweep, type Swept } from '../drivers/sweep.ts';
import { connect } from '../target/connect.ts';
import { ExchangeLogFile } from '../target/exchange-log-file.ts';
import { logEnd } from '../target/log-end.ts';
import type { TargetOptions } from '../target/options.ts';
import { ExchangeRecorder, ObservationOrder } from '../target/recorder.ts';
import type { Footprint } from './footprint.ts';

/** How long clearing may take, in milliseconds. */
export interface ClearingTime {
  readonly withinMs: number;
  /** How long deleted namespaces may take to go without one of them going; default 7000: the control loop of real systems begins five seconds after the delete. */
  readonly namespacePatienceMs?: number;
}

/** So many requests that get no answer one after the other fit into the time of a clearing. */
const PATIENCES = 6;

/** Removes what a run made on a target, over connections of its own: those of the run may be stuck. Ends in time, whatever the target does. */
export async function clearAway(
  options: TargetOptions,
  run: string,
  footprint: Footprint,
  { withinMs, namespacePatienceMs = 7000 }: ClearingTime,
): Promise<Swept> {
  const { shared, recorded } = footprint;
  const patienceMs = withinMs / PATIENCES;
  const target = footprint.track(
    connect({ ...options, timeoutMs: Math.min(options.timeoutMs ?? patienceMs, patienceMs) }),
  );
  const order = new ObservationOrder(recorded === undefined ? undefined : logEnd(recorded.path, recorded.after));
  const log = recorded === undefined ? undefined : new ExchangeLogFile(recorded.path);
  try {
    const sender = new PatientSender(target, AbortSignal.timeout(withinMs));
    const request = { run, namespaces: [...footprint.namespaces], contentsMs: withinMs / 2, namespacePatienceMs };
    return await sweep(
      sender,
      new ExchangeRecorder({ run, rule: 'stage' }, order, log),
      shared === undefined ? request : { ...request, shared },
    );
  } finally {
    await target.close();
    log?.close();
  }
}
