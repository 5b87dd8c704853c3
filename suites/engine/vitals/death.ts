import { setTimeout as sleep } from 'node:timers/promises';
import { firstLapse, lapsesOf } from '../../oracle/exchanges/lapse.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import type { LapsedCase, VitalIo } from './examined-case.ts';

/** How often to check whether a stopped server is back, in milliseconds. */
const LOOK_EVERY_MS = 100;
/**
 * The most cases to send again in order to see which one stopped the server: the default number of concurrent cases.
 */
const MOST_SUSPECTS = 16;

/** The known facts about a server that stopped. */
export interface Death {
  /**
   * The case that stopped it, as far as known: the one that stopped it again, or else the first with an unanswered
   * request.
   */
  readonly culprit: LapsedCase;
  readonly confirmed: boolean;
  /**
   * Whether the case was under way when the server stopped. If none was, the culprit is only the first that found it
   * gone.
   */
  readonly underWay: boolean;
  /** The other requests under way at that time, in the order of sending. */
  readonly others: readonly LapsedCase[];
  /** How long it was gone, in milliseconds; absent if it did not come back. */
  readonly backAfterMs?: number;
}

/** Whether the server accepts connections. A server that accepts and does not respond is there. */
async function isThere(io: VitalIo): Promise<boolean> {
  const lapse = await io.ask(DOOR.path);
  return lapse === undefined || lapse === 'late' || lapse === 'busy';
}

/** Whether the server is up and still has the namespaces of the run; a restart with an empty store loses them. */
export async function isUnharmed(io: VitalIo): Promise<boolean> {
  return (await isThere(io)) && !(await io.hasForgotten());
}

/** The requests of a case that the stopping server left unanswered. A case that only found it gone has none. */
function underWayIn(suspect: LapsedCase): LapsedCase[] {
  return [...lapsesOf(suspect.history)]
    .filter(({ lapse }) => lapse === 'dropped')
    .map((lapsed) => ({ ...suspect, ...lapsed, operation: lapsed.exchange.call?.operation ?? suspect.operation }));
}

function inOrder(a: LapsedCase, b: LapsedCase): number {
  return a.exchange.began - b.exchange.began;
}

/** Writes before reads, which seldom stop a server; then in the order of the requests. */
function bySuspicion(a: LapsedCase, b: LapsedCase): number {
  return Number(a.exchange.request.method === 'GET') - Number(b.exchange.request.method === 'GET') || inOrder(a, b);
}

/**
 * Waits until a stopped server is back and recreates lost namespaces. Then sends the suspect cases again, one at a
 * time: the first that stops it again is the culprit. Nothing else may be sent meanwhile. The suspects are fetched
 * only then, because cases cut at the same time are reported one after the other.
 */
export async function inquest(takeSuspects: () => readonly LapsedCase[], io: VitalIo): Promise<Death | undefined> {
  const backAfterMs = await untilBack(io);
  const suspects = takeSuspects();
  const underWay = suspects.flatMap(underWayIn);
  const [first] = (underWay.length > 0 ? underWay : [...suspects]).toSorted(bySuspicion);
  if (first === undefined) return undefined;
  const others = underWay.filter((each) => each !== first).toSorted(inOrder);
  const blame = { culprit: first, confirmed: false, underWay: underWay.length > 0, others };
  if (backAfterMs === undefined) return blame;
  await io.restore();
  const culprit = await firstToStopIt(byProgram(underWay.toSorted(bySuspicion)).slice(0, MOST_SUSPECTS), io);
  return culprit === undefined
    ? { ...blame, backAfterMs }
    : { culprit, confirmed: true, underWay: true, others: [], backAfterMs };
}

/**
 * Resolves with how long it took, in milliseconds; with `undefined` if the server is still gone after the full
 * patience.
 */
async function untilBack(io: VitalIo): Promise<number | undefined> {
  const began = performance.now();
  while (!(await isThere(io))) {
    if (performance.now() - began > io.timeoutMs) return undefined;
    await sleep(LOOK_EVERY_MS);
  }
  return performance.now() - began;
}

/** The most suspicious request of each case. */
function byProgram(suspects: readonly LapsedCase[]): readonly LapsedCase[] {
  return suspects.filter(({ program }, index) => suspects.findIndex((each) => each.program === program) === index);
}

async function firstToStopIt(suspects: readonly LapsedCase[], io: VitalIo): Promise<LapsedCase | undefined> {
  for (const suspect of suspects) {
    const sent = await io.resend(suspect.rule, suspect.program);
    const lapsed = firstLapse(sent.history);
    if (lapsed === undefined || (await isUnharmed(io))) continue;
    await untilBack(io);
    await io.restore();
    return { ...sent, ...lapsed, operation: lapsed.exchange.call?.operation ?? suspect.operation };
  }
  return undefined;
}
