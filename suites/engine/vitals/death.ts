import { setTimeout as sleep } from 'node:timers/promises';
import { firstLapse } from '../../oracle/lapse.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import type { LapsedCase, VitalIo } from './examined-case.ts';

/** How often it is looked whether a server that was gone is back, in milliseconds. */
const LOOK_EVERY_MS = 100;
/** Cases that are sent once more at most, to see which of them stopped the server: as many as are under way by default. */
const MOST_SUSPECTS = 16;

/** What became of a server that stopped. */
export interface Death {
  /** The case that stopped it, as far as it is known: confirmed by stopping it again, or else the first whose request was not answered. */
  readonly culprit: LapsedCase;
  readonly confirmed: boolean;
  /** Whether it was under way when the server stopped; where none was, the culprit is only the first that found it gone. */
  readonly underWay: boolean;
  /** The other requests that were under way then. */
  readonly others: readonly LapsedCase[];
  /** How long it was gone, in milliseconds; absent where it did not come back. */
  readonly backAfterMs?: number;
}

/** Whether a connection to the server can be had, and an answer. One that accepts and does not answer is there. */
export async function isThere(io: VitalIo): Promise<boolean> {
  const lapse = await io.ask(DOOR.path);
  return lapse === undefined || lapse === 'late' || lapse === 'busy';
}

/** Writes before reads, which seldom stop a server; then in the order of the requests. */
function bySuspicion(a: LapsedCase, b: LapsedCase): number {
  const [left, right] = [a.exchange, b.exchange];
  return Number(left.request.method === 'GET') - Number(right.request.method === 'GET') || left.began - right.began;
}

/**
 * Waits for a server that stopped to come back, makes the run's namespaces anew where they are gone, and sends the suspects once more, one
 * at a time: the first that stops it again is the culprit. Nothing else may be sent meanwhile. The suspects are taken only then: cases that
 * were cut at the same time come to be known one after the other.
 */
export async function inquest(takeSuspects: () => readonly LapsedCase[], io: VitalIo): Promise<Death | undefined> {
  const backAfterMs = await untilBack(io);
  const suspects = takeSuspects();
  const underWay = suspects.filter(({ lapse }) => lapse !== 'unreachable').toSorted(bySuspicion);
  const [first, ...others] = underWay.length > 0 ? underWay : suspects.toSorted(bySuspicion);
  if (first === undefined) return undefined;
  const blame = { culprit: first, confirmed: false, underWay: underWay.length > 0, others };
  if (backAfterMs === undefined) return blame;
  await io.restore();
  const culprit = await firstToStopIt(underWay.slice(0, MOST_SUSPECTS), io);
  return culprit === undefined ? { ...blame, backAfterMs } : { culprit, confirmed: true, underWay: true, others: [], backAfterMs };
}

/** Resolves with how long it took, in milliseconds; with `undefined` where it is still gone after the full patience. */
async function untilBack(io: VitalIo): Promise<number | undefined> {
  const began = performance.now();
  while (!(await isThere(io))) {
    if (performance.now() - began > io.timeoutMs) return undefined;
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}

async function firstToStopIt(suspects: readonly LapsedCase[], io: VitalIo): Promise<LapsedCase | undefined> {
  for (const suspect of suspects) {
    const sent = await io.resend(suspect.rule, suspect.program);
    const lapsed = firstLapse(sent.history);
    if (lapsed === undefined || ((await isThere(io)) && !(await io.hasForgotten()))) continue;
    await untilBack(io);
    await io.restore();
    return { ...sent, ...lapsed, operation: lapsed.exchange.call?.operation ?? suspect.operation };
  }
  return undefined;
}
