import type { Call, Load } from './load.ts';
import { median } from './ratio.ts';

/** Watches that are open at a time. */
export const WATCHERS = 200;
/** So many writes, one after the other, are waited for. */
const WRITES = 40;

/** The stream of what is done to a collection from now on. */
export async function fromNow(load: Load, path: string): Promise<string> {
  const { metadata } = JSON.parse((await load.call({ method: 'GET', path: `${path}?labelSelector=none` })).body) as {
    metadata: { resourceVersion: string };
  };
  return `${path}?watch=true&resourceVersion=${metadata.resourceVersion}`;
}

/** Lines per second that reach all watchers of that stream together while every connection writes, for so many milliseconds. */
export async function delivered(load: Load, stream: string, ms: number, write: () => Call): Promise<number> {
  let lines = 0;
  const close = await opened(load, stream, (count) => (lines += count));
  const began = performance.now();
  await load.throughput(ms, write);
  const rate = (lines * 1000) / (performance.now() - began);
  close();
  return rate;
}

/** How long it takes from the beginning of a write until the last watcher of that stream has been told of it, one write at a time: the median, in milliseconds. */
export async function reach(load: Load, stream: string, write: (count: number) => Call): Promise<number> {
  let lines = 0;
  let seen = (): void => undefined;
  const close = await opened(load, stream, (count) => {
    lines += count;
    if (lines >= WATCHERS) seen();
  });
  const times: number[] = [];
  for (let count = 0; count < WRITES; count += 1) {
    lines = 0;
    const all = new Promise<void>((resolve) => (seen = resolve));
    const began = performance.now();
    await Promise.all([all, load.call(write(count))]);
    times.push(performance.now() - began);
  }
  close();
  return median(times);
}

async function opened(load: Load, stream: string, onLines: (lines: number) => void): Promise<() => void> {
  const close = await Promise.all(Array.from({ length: WATCHERS }, () => load.stream(stream, onLines)));
  return () => {
    for (const each of close) each();
  };
}
