import { setTimeout as sleep } from 'node:timers/promises';
import type { ResourceId } from '../../../spec/surface/resources.ts';
import type { Program, WatchStep } from '../../program/program.ts';
import { DOOR } from '../../target/preflight/questions.ts';
import { isBusy } from '../../target/retry.ts';
import type { WatchStream } from '../../target/target.ts';
import { watchRequest } from '../cases/wire-call.ts';
import type { ProbeContext } from './probe-context.ts';

/** How long after the others a further watch shows whether their number or their rate is limited, in milliseconds. */
const LATER_MS = 1_500;

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
 * away as too many, and a later one too, or it serves so few connections that the watches leave none for a further
 * request.
 *
 *     8 watches get 200, 24 get 429, and so does a later one       ->   { watches: 8 }
 *     5 watches get 200, 27 get 429, a later one gets 200          ->   undefined: it limits the rate
 *     4 watches get 200, no other request gets a response          ->   { watches: 2, connections: 4 }
 */
export async function probeWatchRoom(context: ProbeContext, resource: ResourceId): Promise<WatchRoom | undefined> {
  const { target, recorder, slot, timeoutMs } = context;
  const request = watchRequest(watchOf(resource), slot, NO_BINDINGS, []);
  const within = Math.min(timeoutMs, PATIENCE_MS);
  const streams: WatchStream[] = [];
  const open = async (watches: number): Promise<readonly WatchStream[]> => {
    const opened = await Promise.all(Array.from({ length: watches }, () => target.stream(request, recorder)));
    streams.push(...opened);
    await Promise.all(opened.map((stream) => stream.waitFor(({ status }) => status !== undefined, within)));
    return opened;
  };
  try {
    const burst = await open(WATCHES);
    const served = count(burst, ({ status }) => status === OK);
    if (served === 0 || served === WATCHES) return undefined;
    if (burst.some(isBusy)) {
      await sleep(LATER_MS);
      return (await open(1)).every(isBusy) ? { watches: served } : undefined;
    }
    if (served === 1 || (await isResponsive(context, within))) return undefined;
    for (const stream of streams) stream.close();
    const isFull = await isResponsive(context, timeoutMs);
    // One connection stays free for long calls and one for all others.
    return isFull ? { watches: Math.max(1, served - 2), connections: served } : undefined;
  } finally {
    for (const stream of streams) stream.close();
  }
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
