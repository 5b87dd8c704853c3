import type { ResourceId } from '../../../spec/surface/resources.ts';
import type { Program, WatchStep } from '../../program/program.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import { isBusy } from '../../target/retry.ts';
import type { WatchStream } from '../../target/target.ts';
import { watchRequest } from '../cases/wire-call.ts';
import type { ProbeContext } from './probe-context.ts';

/** More watches than any case opens at once. */
const WATCHES = 32;

/** How long to wait for the heads of the watches, and for a response beside them, in milliseconds. */
const PATIENCE_MS = 2_000;

function watchOf(resource: ResourceId): WatchStep {
  const query = { timeoutSeconds: '10' };
  return { do: 'watch', as: 'probe', verb: 'watchList', via: 'parameter', resource, namespace: 'ns1', query };
}

/** The requests of the probe on that resource, as a program. */
export function watchRoomProbe(resource: ResourceId): Program {
  return [watchOf(resource), { do: 'call', verb: 'discover', resource: 'configmaps' }];
}

/** The room for watches on a target. */
export interface WatchRoom {
  /** The number of watches that the target leaves open at once. */
  readonly watches: number;
  /** The number of connections that it serves at once; absent if it turns watches away by a response. */
  readonly connections?: number;
}

/**
 * Opens more watches at once than any case does, and finds out whether the target limits them: it turns some of them
 * away as too many, or it serves so few connections that the watches leave none for a further request.
 *
 *     8 watches get 200, 24 get 429                                ->   { watches: 8 }
 *     4 watches get 200, no other request gets a response          ->   { watches: 3, connections: 4 }
 */
export async function probeWatchRoom(context: ProbeContext, resource: ResourceId): Promise<WatchRoom | undefined> {
  const { target, recorder, slot, timeoutMs } = context;
  const request = watchRequest(watchOf(resource), slot, NO_BINDINGS, []);
  const streams = await Promise.all(Array.from({ length: WATCHES }, () => target.stream(request, recorder)));
  const within = Math.min(timeoutMs, PATIENCE_MS);
  await Promise.all(streams.map((stream) => stream.waitFor(({ status }) => status !== undefined, within)));
  const [kept, served] = [count(streams, (stream) => !isBusy(stream)), count(streams, ({ status }) => status === OK)];
  const isFull = served > 1 && served < kept && !(await isResponsive(context, within));
  for (const stream of streams) stream.close();
  if (isFull && (await isResponsive(context, timeoutMs))) return { watches: served - 1, connections: served };
  return kept === 0 || kept === WATCHES ? undefined : { watches: kept };
}

function count(streams: readonly WatchStream[], such: (stream: WatchStream) => boolean): number {
  return streams.filter(such).length;
}

/** Whether a further request gets a response. */
async function isResponsive({ target, recorder }: ProbeContext, patienceMs: number): Promise<boolean> {
  const { status } = await target.request({ method: 'GET', target: DOOR.path, patienceMs }, recorder);
  return status !== undefined;
}

const OK = 200;
const NO_BINDINGS = { text: () => undefined, responseBody: () => undefined };
