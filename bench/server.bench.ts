import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startListening } from './listening-process.ts';
import { type LoadCall, type Load, loadOn } from './load.ts';
import { residentMegabytes } from './memory.ts';
import { PODS, TIERS, createPod, deletePods, nextPod, patchPod } from './pods.ts';
import { compare, type MeasuredRatio, median } from './ratio.ts';
import { WATCHERS, delivered, fromNow } from './watchers.ts';

const SERVER = 'reference-server/cli/quick-start.mjs';
const CONNECTIONS = 16;
const MS = 1000;
const ROUNDS = 3;
const LISTED = 2000;
const DELETED = 10_000;
const STARTS = 5;
const MANY = 10_000;
const LISTED_PODS = '/api/v1/namespaces/kube-public/pods';
const WATCHED_PODS = '/api/v1/namespaces/kube-system/pods';

/** One figure of the reference server, and the same work on a bare server with bodies of the same size. */
interface Scenario {
  readonly name: string;
  readonly unit: string;
  readonly ours: (load: Load) => Promise<number>;
  readonly floor: (load: Load) => Promise<number>;
}

/** The resources of a reference server when it is idle, and when it holds many objects. */
export interface ServerCost {
  /** Milliseconds from the start of the process to its first response, median. */
  readonly startMs: number;
  /** Milliseconds from start to end of an empty node process, median, measured in turn with the server. */
  readonly floorMs: number;
  /** The number of stored pods at which the memory is measured. */
  readonly pods: number;
  readonly megabytes: number;
}

const execute = promisify(execFile);

async function scenarios(load: Load): Promise<Scenario[]> {
  const pod = `${PODS}/${nextPod()}`;
  const created = await load.call(createPod());
  await load.all(Array.from({ length: LISTED }, () => createPod(LISTED_PODS)));
  const selected = `${LISTED_PODS}?labelSelector=tier%3Dt1`;
  const sizeOf = async (call: LoadCall): Promise<number> => (await load.call(call)).body.length;
  const read = async (path: string): Promise<Pick<Scenario, 'ours' | 'floor'>> => {
    const bytes = await sizeOf({ method: 'GET', path });
    return {
      ours: (server) => server.throughput(MS, () => ({ method: 'GET', path })),
      floor: (server) => server.throughput(MS, () => ({ method: 'GET', path: `/read?bytes=${bytes}` })),
    };
  };
  const patched = await sizeOf(patchPod(pod, 0));
  const event = await sizeOf(createPod(WATCHED_PODS));
  const last = `${PODS}/${nextPod()}`;
  await load.call(createPod());
  const deleted = await sizeOf({ method: 'DELETE', path: last });
  return [
    { name: 'get a pod', unit: 'requests/s', ...(await read(pod)) },
    { name: `list ${LISTED} pods`, unit: 'requests/s', ...(await read(LISTED_PODS)) },
    { name: `list ${LISTED / TIERS} of ${LISTED} pods by label`, unit: 'requests/s', ...(await read(selected)) },
    {
      name: 'create pods',
      unit: 'requests/s',
      ours: (server) => server.throughput(MS, () => createPod()),
      floor: (server) =>
        server.throughput(MS, () => ({ ...createPod(), path: `/create?bytes=${created.body.length}` })),
    },
    {
      name: 'patch a pod',
      unit: 'requests/s',
      ours: (server) => server.throughput(MS, (count) => patchPod(pod, count)),
      floor: (server) => server.throughput(MS, (count) => patchPod(`/patch?bytes=${patched}`, count)),
    },
    {
      name: 'delete pods',
      unit: 'requests/s',
      ours: (load) => deletePods(load, DELETED),
      floor: (server) =>
        server.all(Array.from({ length: DELETED }, () => ({ method: 'DELETE', path: `/delete?bytes=${deleted}` }))),
    },
    {
      name: `watch: creates seen by ${WATCHERS} watchers`,
      unit: 'events/s',
      ours: async (server) => delivered(server, await fromNow(server, WATCHED_PODS), MS, () => createPod(WATCHED_PODS)),
      floor: (server) => delivered(server, '/watch', MS, () => ({ ...createPod(), path: `/create?bytes=${event}` })),
    },
  ];
}

/** The reference server relative to the floor of the platform. */
export async function benchServer(): Promise<MeasuredRatio[]> {
  await using reference = await startListening(SERVER, ['--port', '0']);
  await using bare = await startListening('bench/bare-server.ts', []);
  await using ours = loadOn(reference.url, CONNECTIONS);
  await using floor = loadOn(bare.url, CONNECTIONS);
  const comparisons: MeasuredRatio[] = [];
  for (const scenario of await scenarios(ours)) {
    comparisons.push(
      await compare(
        scenario.name,
        scenario.unit,
        ROUNDS,
        () => scenario.ours(ours),
        () => scenario.floor(floor),
      ),
    );
  }
  return comparisons;
}

/** The start-up time of the reference server, and its memory with many pods. */
export async function benchFootprint(): Promise<ServerCost> {
  const starts: number[] = [];
  const floors: number[] = [];
  for (let count = 0; count < STARTS; count += 1) {
    const idle = performance.now();
    await execute(process.execPath, ['-e', '0']);
    const began = performance.now();
    floors.push(began - idle);
    await using server = await startListening(SERVER, ['--port', '0']);
    await fetch(`${server.url}/api`);
    starts.push(performance.now() - began);
  }
  await using server = await startListening(SERVER, ['--port', '0']);
  await using load = loadOn(server.url, CONNECTIONS);
  await load.all(Array.from({ length: MANY }, () => createPod()));
  return {
    startMs: median(starts),
    floorMs: median(floors),
    pods: MANY,
    megabytes: (await residentMegabytes(server.pid)) ?? Number.NaN,
  };
}
