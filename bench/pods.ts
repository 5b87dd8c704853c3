import type { LoadCall, Load } from './load.ts';

/** Pods with labels `tier=t0` to `tier=t19`, in turn. */
export const TIERS = 20;
export const PODS = '/api/v1/namespaces/default/pods';

let serial = 0;

/** The name of the pod that `createPod` makes next. */
export function nextPod(): string {
  return `pod-${serial}`;
}

/** A pod as clients send it: 1 KB with its defaults. */
export function createPod(collection = PODS): LoadCall {
  const container = {
    name: 'main',
    image: 'registry.example:5000/team/app:1.2',
    ports: [{ containerPort: 8080 }],
    env: [{ name: 'MODE', value: 'bench' }],
  };
  const metadata = { name: nextPod(), labels: { app: 'bench', tier: `t${serial % TIERS}` } };
  serial += 1;
  return {
    method: 'POST',
    path: collection,
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { schedulerName: 'nobody', containers: [container] },
    }),
  };
}

/** Requests that create this number of pods, with the path of each pod. */
export function newPods(count: number): readonly { readonly path: string; readonly call: LoadCall }[] {
  return Array.from({ length: count }, () => ({ path: `${PODS}/${nextPod()}`, call: createPod() }));
}

/** Deletes per second of this number of pods, which are created before the clock runs. */
export async function deletePods(load: Load, count: number): Promise<number> {
  const pods = newPods(count);
  await load.all(pods.map(({ call }) => call));
  return load.all(pods.map(({ path }) => ({ method: 'DELETE', path })));
}

/**
 * Patches per second, for so many milliseconds, of as many pods as there are connections: a server serializes the
 * changes of one object.
 */
export async function patchPods(load: Load, connections: number, ms: number): Promise<number> {
  const pods = newPods(connections);
  await load.all(pods.map(({ call }) => call));
  return load.throughput(ms, (count) => patchPod(pods[count % connections]?.path ?? '', count));
}

export function patchPod(path: string, count: number): LoadCall {
  return { method: 'PATCH', path, body: JSON.stringify({ metadata: { labels: { turn: String(count) } } }) };
}
