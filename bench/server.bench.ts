import { loadOn } from './load.ts';
import type { Call, Load } from './load.ts';
import { startListening } from './listening-process.ts';
import type { Comparison } from './ratio.ts';
import { compare } from './ratio.ts';

const CONNECTIONS = 16;
const MS = 1500;
const ROUNDS = 3;
const WATCHERS = 50;
const LISTED = 200;
const PODS = '/api/v1/namespaces/default/pods';
const LISTED_MAPS = '/api/v1/namespaces/kube-public/configmaps';
const WATCHED = 'kube-system';

/** One figure of the reference server, and the same work for a bare server that answers bodies of the same size. */
interface Scenario {
  readonly name: string;
  readonly unit: string;
  readonly ours: (load: Load) => Promise<number>;
  readonly floor: (load: Load) => Promise<number>;
}

let serial = 0;

/** A pod as clients send them: 1 KB once its defaults are filled in. */
function createPod(): Call {
  const container = { name: 'main', image: 'registry.example:5000/team/app:1.2', ports: [{ containerPort: 8080 }], env: [{ name: 'MODE', value: 'bench' }] };
  const metadata = { name: `pod-${serial++}`, labels: { app: 'bench', tier: 'web' } };
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata, spec: { schedulerName: 'nobody', containers: [container] } });
  return { method: 'POST', path: PODS, body };
}

function createConfigMap(collection: string): Call {
  const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `map-${serial++}` }, data: { text: 'x'.repeat(200) } });
  return { method: 'POST', path: collection, body };
}

/** Lines per second that reach `WATCHERS` open streams while every connection writes. */
async function delivered(load: Load, stream: string, write: () => Call): Promise<number> {
  let lines = 0;
  const open = Array.from({ length: WATCHERS }, () => load.stream(stream, (count) => (lines += count)));
  const close = await Promise.all(open);
  const began = performance.now();
  await load.throughput(MS, write);
  const rate = (lines * 1000) / (performance.now() - began);
  for (const each of close) each();
  return rate;
}

async function scenarios(load: Load): Promise<Scenario[]> {
  const created = await load.call(createPod());
  const pod = `${PODS}/pod-0`;
  for (let count = 0; count < LISTED; count += 1) await load.call(createConfigMap(LISTED_MAPS));
  const got = await load.call({ method: 'GET', path: pod });
  const list = await load.call({ method: 'GET', path: LISTED_MAPS });
  const event = await load.call(createConfigMap(`/api/v1/namespaces/${WATCHED}/configmaps`));
  const read = (path: string, bytes: number): Pick<Scenario, 'ours' | 'floor'> => ({
    ours: (server) => server.throughput(MS, () => ({ method: 'GET', path })),
    floor: (server) => server.throughput(MS, () => ({ method: 'GET', path: `/read?bytes=${bytes}` })),
  });
  return [
    { name: `get a pod of ${got.body.length} bytes`, unit: 'requests/s', ...read(pod, got.body.length) },
    { name: `list ${LISTED} config maps, ${list.body.length} bytes`, unit: 'requests/s', ...read(LISTED_MAPS, list.body.length) },
    {
      name: `create pods of ${created.body.length} bytes`,
      unit: 'requests/s',
      ours: (server) => server.throughput(MS, createPod),
      floor: (server) => server.throughput(MS, () => ({ ...createPod(), path: `/create?bytes=${created.body.length}` })),
    },
    {
      name: `watch: creates seen by ${WATCHERS} watchers`,
      unit: 'events/s',
      ours: async (server) => {
        const now = JSON.parse((await server.call({ method: 'GET', path: `/api/v1/namespaces/${WATCHED}/configmaps` })).body) as { metadata: { resourceVersion: string } };
        const stream = `/api/v1/watch/namespaces/${WATCHED}/configmaps?resourceVersion=${now.metadata.resourceVersion}`;
        return delivered(server, stream, () => createConfigMap(`/api/v1/namespaces/${WATCHED}/configmaps`));
      },
      floor: (server) => delivered(server, '/watch', () => ({ ...createConfigMap(`/create?bytes=${event.body.length}`) })),
    },
  ];
}

/** The reference server beside the floor of the platform. */
export async function benchServer(): Promise<Comparison[]> {
  await using reference = await startListening('reference-server/cli/main.ts', ['--port', '0']);
  await using bare = await startListening('bench/bare-server.ts', []);
  await using ours = loadOn(reference.url, CONNECTIONS);
  await using floor = loadOn(bare.url, CONNECTIONS);
  const comparisons: Comparison[] = [];
  for (const scenario of await scenarios(ours)) {
    comparisons.push(await compare(scenario.name, scenario.unit, ROUNDS, () => scenario.ours(ours), () => scenario.floor(floor)));
  }
  return comparisons;
}
