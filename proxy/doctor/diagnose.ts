import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { routeTo } from '../engine/route.ts';
import { prefixOf, type Upstream } from '../engine/upstream.ts';
import { recordTraffic } from '../record/record-traffic.ts';
import { ask, type AskedServer } from '../replay/server/ask.ts';
import { USUAL_LIMITS } from '../replay/server/limits.ts';
import { noApi } from '../replay/server/no-api.ts';
import { UnreachableError } from '../replay/server/unreachable-error.ts';
import { NoResponseError } from './no-response-error.ts';
import { startRelay } from './relay.ts';
import { DOCTOR_ROWS, type FidelityRow, type ServerRoute } from './rows.ts';

/**
 * The result of a row. `unsteady`: the server itself responds differently each time. `not-offered`: it does not have
 * what the row needs. `no-answer`: it does not respond to the request, so it cannot show anything about the proxy.
 */
export interface RowFinding {
  readonly row: string;
  readonly verdict: 'same' | 'differs' | 'unsteady' | 'not-offered' | 'no-answer';
  /** The observations without and with a proxy, of a row that differs. */
  readonly direct?: unknown;
  readonly proxied?: unknown;
}

/** Starts a proxy in front of a URL. */
type StartProxy = (upstream: URL) => Promise<{ readonly url: string } & AsyncDisposable>;

export interface Examination {
  /** Time limit of one response, in milliseconds; default 5000. */
  readonly timeoutMs?: number;
  /** Default the proxy as `proxy record` runs it. */
  readonly startProxy?: StartProxy;
  /** Default all. */
  readonly rows?: readonly FidelityRow[];
}

const TIMEOUT_MS = 5000;
/** Sent first, and again after rows without a response: any response will do. */
const PROBE = '/api';
/** Successive rows without a response before the server is probed again. */
const SILENT_ROWS = 2;

/**
 * Sends each row without a proxy and through one, each twice if they differ, and yields whether the proxy makes a
 * difference, as soon as that is known. Throws an `UnreachableError` if the server does not respond, before the
 * first row or later, or is no Cluster Resource API.
 */
export async function* diagnose(
  target: Upstream,
  { timeoutMs = TIMEOUT_MS, startProxy = recordingProxy, rows = DOCTOR_ROWS }: Examination = {},
): AsyncGenerator<RowFinding> {
  const server: AskedServer = { upstream: target, limits: { ...USUAL_LIMITS, timeoutMs } };
  const stranger = noApi(target.url, PROBE, await ask(server, 'GET', PROBE));
  if (stranger !== undefined) throw new UnreachableError(stranger);
  await using relay = await startRelay(routeTo(target).connect);
  await using proxy = await startProxy(new URL(`http://127.0.0.1:${relay.port}`));
  const lines = target.authorization === undefined ? [] : [`Authorization: ${target.authorization}`];
  const direct: ServerRoute = { port: relay.port, prefix: prefixOf(target), lines, relay, timeoutMs };
  const proxied: ServerRoute = { ...direct, port: Number(new URL(proxy.url).port) };
  let silent = 0;
  for (const row of rows) {
    const found = await finding(row, direct, proxied);
    yield found;
    silent = found.verdict === 'no-answer' ? silent + 1 : 0;
    if (silent === SILENT_ROWS) await ask(server, 'GET', PROBE);
  }
}

async function finding({ name, seen }: FidelityRow, direct: ServerRoute, proxied: ServerRoute): Promise<RowFinding> {
  const first = await observationOf(seen(direct));
  if (first === undefined) return { row: name, verdict: 'not-offered' };
  if (first instanceof NoResponseError) return { row: name, verdict: 'no-answer' };
  const through = await observationOf(seen(proxied));
  if (isDeepStrictEqual(first, through)) return { row: name, verdict: 'same' };
  if (!isDeepStrictEqual(first, await observationOf(seen(direct)))) return { row: name, verdict: 'unsteady' };
  // A momentary delay of the server looks like a slow proxy: the difference has to occur again.
  if (isDeepStrictEqual(first, await observationOf(seen(proxied)))) return { row: name, verdict: 'unsteady' };
  return {
    row: name,
    verdict: 'differs',
    direct: first,
    proxied: through instanceof NoResponseError ? through.message : through,
  };
}

/** The observation, or that there was no response. */
async function observationOf(seen: Promise<unknown>): Promise<unknown> {
  return seen.catch((error: unknown) => {
    if (error instanceof NoResponseError) return error;
    throw error;
  });
}

/** The proxy as `proxy record` runs it, with its log in a temporary folder. */
async function recordingProxy(upstream: URL): Promise<{ readonly url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-doctor-'));
  const quiet = (): void => undefined;
  const recording = await recordTraffic({
    upstream: { url: upstream },
    host: '127.0.0.1',
    port: 0,
    out: join(folder, 'doctor.jsonl'),
    redact: true,
    onUnreachable: quiet,
    onLogFailed: quiet,
  });
  return {
    url: recording.url,
    async [Symbol.asyncDispose]() {
      await recording.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
