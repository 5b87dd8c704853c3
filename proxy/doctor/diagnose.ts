import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { routeTo } from '../engine/route.ts';
import type { Upstream } from '../engine/upstream.ts';
import { prefixOf } from '../engine/upstream.ts';
import { recordTraffic } from '../record/record-traffic.ts';
import { startRelay } from './relay.ts';
import type { FidelityRow, Way } from './rows.ts';
import { DOCTOR_ROWS } from './rows.ts';

/** What became of a row: `unsteady` where the server itself answers otherwise each time, `not-offered` where it does not have what the row needs. */
export interface Finding {
  readonly row: string;
  readonly verdict: 'same' | 'differs' | 'unsteady' | 'not-offered';
  /** What was seen without and with a proxy, of a row that differs. */
  readonly direct?: unknown;
  readonly proxied?: unknown;
}

/** Starts a proxy in front of a URL. */
export type StartProxy = (upstream: URL) => Promise<{ readonly url: string } & AsyncDisposable>;

/** Runs each row twice without a proxy and once through one, and tells in which the proxy makes a difference. Rejects with node's error where the server cannot be reached. */
export async function diagnose(target: Upstream, startProxy: StartProxy = recordingProxy, rows: readonly FidelityRow[] = DOCTOR_ROWS): Promise<Finding[]> {
  const route = routeTo(target);
  await reached(route.connect);
  await using relay = await startRelay(route.connect);
  await using proxy = await startProxy(new URL(`http://127.0.0.1:${relay.port}`));
  const lines = target.authorization === undefined ? [] : [`Authorization: ${target.authorization}`];
  const direct: Way = { port: relay.port, prefix: prefixOf(target), lines, relay };
  const proxied: Way = { ...direct, port: Number(new URL(proxy.url).port) };
  const findings: Finding[] = [];
  for (const row of rows) findings.push(await finding(row, direct, proxied));
  return findings;
}

async function finding({ name, seen }: FidelityRow, direct: Way, proxied: Way): Promise<Finding> {
  const first = await seen(direct);
  if (first === undefined) return { row: name, verdict: 'not-offered' };
  const through = await seen(proxied);
  if (isDeepStrictEqual(first, through)) return { row: name, verdict: 'same' };
  const again = await seen(direct);
  return isDeepStrictEqual(first, again) ? { row: name, verdict: 'differs', direct: first, proxied: through } : { row: name, verdict: 'unsteady' };
}

/** The proxy as `proxy record` runs it, with its log in a folder that is removed. */
async function recordingProxy(upstream: URL): Promise<{ readonly url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-doctor-'));
  const quiet = (): void => undefined;
  const recording = await recordTraffic({ upstream: { url: upstream }, host: '127.0.0.1', port: 0, out: join(folder, 'doctor.jsonl'), redact: true, onUnreachable: quiet, onLogFailed: quiet });
  return {
    url: recording.url,
    async [Symbol.asyncDispose]() {
      await recording.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function reached(connect: ReturnType<typeof routeTo>['connect']): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect();
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
