import { startListening } from './listening-process.ts';
import { type Load, loadOn } from './load.ts';
import { createPod, patchPods } from './pods.ts';
import { compare, type MeasuredRatio } from './ratio.ts';
import { WATCHERS, fromNow, reach } from './watchers.ts';

const SERVER = 'reference-server/cli/quick-start.mjs';
const CONNECTIONS = 16;
const MS = 1000;
const ROUNDS = 3;
const OTHERS = 20_000;
const IDLE_WATCHERS = 1000;
const OTHER_PODS = '/api/v1/namespaces/kube-public/pods';
const WATCHED_PODS = '/api/v1/namespaces/kube-system/pods';

/** The median time until the last of many watchers has received a write, in milliseconds. */
export interface Reach {
  readonly watchers: number;
  readonly oursMs: number;
  readonly floorMs: number;
}

/** Changes of sixteen pods per second, and creates. */
const WORK: readonly { readonly name: string; readonly measure: (load: Load) => Promise<number> }[] = [
  { name: 'create pods', measure: (load) => load.throughput(MS, () => createPod()) },
  { name: 'patch pods', measure: (load) => patchPods(load, CONNECTIONS, MS) },
];

/**
 * A full server relative to an empty one, and one with watchers of other collections: neither may make a write cost
 * more.
 */
export async function benchServerGrowth(): Promise<MeasuredRatio[]> {
  await using empty = await startListening(SERVER, ['--port', '0']);
  await using full = await startListening(SERVER, ['--port', '0']);
  await using watched = await startListening(SERVER, ['--port', '0']);
  await using few = loadOn(empty.url, CONNECTIONS);
  await using many = loadOn(full.url, CONNECTIONS);
  await using others = loadOn(watched.url, CONNECTIONS);
  await many.all(Array.from({ length: OTHERS }, () => createPod(OTHER_PODS)));
  await Promise.all(
    Array.from({ length: IDLE_WATCHERS }, () => others.stream(`${OTHER_PODS}?watch=true`, () => undefined)),
  );
  const comparisons: MeasuredRatio[] = [];
  for (const { name, measure } of WORK) {
    comparisons.push(
      await compare(
        `${name} beside ${OTHERS} others`,
        'requests/s',
        ROUNDS,
        () => measure(many),
        () => measure(few),
      ),
    );
    comparisons.push(
      await compare(
        `${name} beside ${IDLE_WATCHERS} watchers of another namespace`,
        'requests/s',
        ROUNDS,
        () => measure(others),
        () => measure(few),
      ),
    );
  }
  return comparisons;
}

/**
 * One write at a time, each received by all watchers before the next: the reference server, and the floor of the
 * platform.
 */
export async function benchReach(): Promise<Reach> {
  await using reference = await startListening(SERVER, ['--port', '0']);
  await using bare = await startListening('bench/bare-server.ts', []);
  await using ours = loadOn(reference.url, CONNECTIONS);
  await using floor = loadOn(bare.url, CONNECTIONS);
  const event = (await ours.call(createPod(WATCHED_PODS))).body.length;
  const reaches = await reach(ours, await fromNow(ours, WATCHED_PODS), () => createPod(WATCHED_PODS));
  return {
    watchers: WATCHERS,
    oursMs: reaches,
    floorMs: await reach(floor, '/watch', () => ({ ...createPod(), path: `/create?bytes=${event}` })),
  };
}
