import { PatientSender } from '../../drivers/removal/patient-sender.ts';
import { sweep, type Swept } from '../../drivers/namespaces/sweep.ts';
import { connect } from '../../target/connect.ts';
import { ExchangeLogFile } from '../../target/exchange-log-file.ts';
import { logEnd } from '../../target/log-end.ts';
import type { TargetOptions } from '../../target/options.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Footprint } from './footprint.ts';

/** Time limits of clean-up, in milliseconds. */
export interface ClearingTime {
  readonly withinMs: number;
  /**
   * How long to wait without any deleted namespace disappearing; default 7000, because the namespace controller of
   * real systems begins five seconds after the delete.
   */
  readonly namespacePatienceMs?: number;
}

/** The number of successive unanswered requests that fit into the time limit of a clean-up. */
const PATIENCES = 6;

/**
 * Removes a run's objects from a target, over connections of its own, because those of the run may be stuck. It ends
 * in time, whatever the target does.
 */
export async function clearAway(
  options: TargetOptions,
  run: string,
  footprint: Footprint,
  { withinMs, namespacePatienceMs = 7000 }: ClearingTime,
): Promise<Swept> {
  const { shared, recorded, connections } = footprint;
  const patienceMs = withinMs / PATIENCES;
  const target = footprint.track(
    connect({
      ...options,
      timeoutMs: Math.min(options.timeoutMs ?? patienceMs, patienceMs),
      ...(connections === undefined ? {} : { connections }),
    }),
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
