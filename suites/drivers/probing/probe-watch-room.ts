import type { ResourceId } from '../../../spec/surface/resources.ts';
import type { Program, WatchStep } from '../../program/program.ts';
import { isBusy } from '../../target/retry.ts';
import { watchRequest } from '../cases/wire-call.ts';
import type { ProbeContext } from './probe-context.ts';

/** More watches than any case opens at once. */
const WATCHES = 32;

/** How long to wait for the heads of the watches, in milliseconds: a server may hold them back. */
const HEADS_MS = 3_000;

function watchOf(resource: ResourceId): WatchStep {
  const query = { timeoutSeconds: '2' };
  return { do: 'watch', as: 'probe', verb: 'watchList', via: 'parameter', resource, namespace: 'ns1', query };
}

/** The requests of the probe on that resource, as a program. */
export function watchRoomProbe(resource: ResourceId): Program {
  return [watchOf(resource)];
}

/**
 * Opens more watches at once than any case does. Resolves with the number of watches that a busy target leaves open;
 * `undefined` if it turns none of them away, or all.
 *
 *     8 watches get 200, 24 get 429   ->   8
 */
export async function probeWatchRoom(
  { target, recorder, slot, timeoutMs }: ProbeContext,
  resource: ResourceId,
): Promise<number | undefined> {
  const request = watchRequest(watchOf(resource), slot, NO_BINDINGS, []);
  const streams = await Promise.all(Array.from({ length: WATCHES }, () => target.stream(request, recorder)));
  const within = Math.min(timeoutMs, HEADS_MS);
  await Promise.all(streams.map((stream) => stream.waitFor(({ status }) => status !== undefined, within)));
  for (const stream of streams) stream.close();
  const kept = streams.filter((stream) => !isBusy(stream)).length;
  return kept === 0 || kept === WATCHES ? undefined : kept;
}

const NO_BINDINGS = { text: () => undefined, responseBody: () => undefined };
