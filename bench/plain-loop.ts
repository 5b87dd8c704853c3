import { readFile } from 'node:fs/promises';
import { type Load, loadOn } from './load.ts';

/** Samples of kinds that a run of the suite writes, and their collections. */
const SAMPLES = [
  { file: 'config-map-held-by-a-finalizer', path: '/api/v1/namespaces/default/configmaps' },
  { file: 'pod-minimal', path: '/api/v1/namespaces/default/pods' },
  { file: 'job-minimal', path: '/apis/batch/v1/namespaces/default/jobs' },
  { file: 'deployment-minimal-under-apps', path: '/apis/apps/v1beta1/namespaces/default/deployments' },
] as const;

const PATCH = JSON.stringify({ metadata: { labels: { tier: 'front' } } });
const AT_ONCE = JSON.stringify({ gracePeriodSeconds: 0 });

/**
 * Requests a second of a plain loop of undici's on so many keep-alive connections, each sending one life after the
 * other: create, get, patch, get and delete of one object, a different kind each time. A run of the suite mostly
 * sends such requests.
 */
export async function plainLoop(url: string, connections: number, ms: number): Promise<number> {
  await using load = loadOn(url, connections);
  const samples = await Promise.all(SAMPLES.map(async ({ file, path }) => ({ path, object: await sample(file) })));
  let lives = 0;
  let responses = 0;
  const began = performance.now();
  const worker = async (): Promise<void> => {
    while (performance.now() - began < ms) {
      const { path, object } = samples[lives % samples.length] as (typeof samples)[number];
      lives += 1;
      const calls = await live(load, path, `life-${lives}`, object);
      responses += calls;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return (responses * 1000) / (performance.now() - began);
}

/** @returns the number of requests */
async function live(load: Load, path: string, name: string, object: Record<string, unknown>): Promise<number> {
  const own = `${path}/${name}`;
  const calls = [
    { method: 'POST', path, body: JSON.stringify({ ...object, metadata: { name } }) },
    { method: 'GET', path: own },
    { method: 'PATCH', path: own, body: PATCH },
    { method: 'GET', path: own },
    { method: 'DELETE', path: own, body: AT_ONCE },
  ] as const;
  for (const call of calls) {
    const { status, body } = await load.call(call);
    if (status >= 300) throw new Error(`${call.method} ${call.path} returned ${status}: ${body}`);
  }
  return calls.length;
}

async function sample(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(
    await readFile(new URL(`../fixtures/objects/valid/${file}.json`, import.meta.url), 'utf8'),
  ) as Record<string, unknown>;
}
