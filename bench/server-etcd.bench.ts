import { hasEtcd, startEtcd } from './etcd-process.ts';
import { startListening } from './listening-process.ts';
import { type LoadCall, type Load, loadOn } from './load.ts';
import { PODS, TIERS, createPod, deletePods, newPods, nextPod, patchPod, patchPods } from './pods.ts';
import { type MeasuredRatio, median } from './ratio.ts';
import { WATCHERS, delivered, fromNow, reach } from './watchers.ts';

const SERVER = 'reference-server/cli/quick-start.mjs';
const CONNECTIONS = 16;
const MS = 1000;
const ROUNDS = 2;
const DELETED = 500;
const LISTED = 2000;
/**
 * Pods that are created, changed and deleted before the measurement: a server of that era is compiled, ours is
 * compiled as it runs.
 */
const WARM_UP = 4000;
const LISTED_PODS = '/api/v1/namespaces/kube-public/pods';
const WATCHED_PODS = '/api/v1/namespaces/kube-system/pods';

/**
 * Figures of a real API server of that era on etcd, on a machine with two cores, per second: the goal is to match
 * each.
 */
const SCALE = {
  get: 6300,
  create: 2000,
  patch: 2800,
  delete: 1300,
  list: 1000 / 28,
  byLabel: 1000 / 18,
  events: 72_000,
  reached: 1000 / 26,
};

async function warmUp(load: Load): Promise<void> {
  const pods = newPods(WARM_UP);
  await load.all(pods.map(({ call }) => call));
  await load.all(pods.map(({ path }, count) => patchPod(path, count)));
  await load.all(pods.map(({ path }) => ({ method: 'DELETE', path })));
}

/**
 * The reference server over an etcd that syncs to the disk, relative to a real server on a machine of that size;
 * empty without an etcd.
 */
export async function benchServerOnEtcd(): Promise<MeasuredRatio[]> {
  if (!hasEtcd()) return [];
  await using etcd = await startEtcd();
  await using server = await startListening(SERVER, ['--port', '0', '--storage', etcd.url]);
  await using load = loadOn(server.url, CONNECTIONS);
  const pod = `${PODS}/${nextPod()}`;
  await load.call(createPod());
  await warmUp(load);
  const figure = async (
    name: string,
    theirs: number,
    measure: () => Promise<number>,
    unit = 'requests/s',
  ): Promise<MeasuredRatio> => {
    await measure();
    const figures: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) figures.push(await measure());
    const ours = median(figures);
    return { name, unit, ours, theirs, ratio: ours / theirs };
  };
  const written = [
    await figure('get a pod', SCALE.get, () => load.throughput(MS, () => ({ method: 'GET', path: pod }))),
    await figure('create pods', SCALE.create, () => load.throughput(MS, () => createPod())),
    await figure(`patch ${CONNECTIONS} pods`, SCALE.patch, () => patchPods(load, CONNECTIONS, MS)),
    await figure('delete pods', SCALE.delete, () => deletePods(load, DELETED)),
  ];
  await load.all(Array.from({ length: LISTED }, () => createPod(LISTED_PODS)));
  const read = (path: string) => (): Promise<number> => load.throughput(MS, () => ({ method: 'GET', path }));
  const write = (): LoadCall => createPod(WATCHED_PODS);
  return [
    ...written,
    await figure(`list ${LISTED} pods`, SCALE.list, read(LISTED_PODS)),
    await figure(
      `list ${LISTED / TIERS} of ${LISTED} pods by label`,
      SCALE.byLabel,
      read(`${LISTED_PODS}?labelSelector=tier%3Dt1`),
    ),
    await figure(
      `one write after the other, each seen by ${WATCHERS} watchers`,
      SCALE.reached,
      async () => 1000 / (await reach(load, await fromNow(load, WATCHED_PODS), write)),
      'writes/s',
    ),
    await figure(
      `watch: creates seen by ${WATCHERS} watchers`,
      SCALE.events,
      async () => delivered(load, await fromNow(load, WATCHED_PODS), MS, write),
      'events/s',
    ),
  ];
}
