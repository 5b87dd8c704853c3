import type { LoadCall, Load } from './load.ts';
import { median } from './ratio.ts';

/** Watches that are open at a time. */
export const WATCHERS = 200;
/** The number of successive writes that are measured. */
const WRITES = 40;

/** The stream of a collection's changes from now on. */
export async function fromNow(load: Load, path: string): Promise<string> {
  const { metadata } = JSON.parse((await load.call({ method: 'GET', path: `${path}?labelSelector=none` })).body) as {
    metadata: { resourceVersion: string };
  };
  return `${path}?watch=true&resourceVersion=${metadata.resourceVersion}`;
}

/**
 * Lines per second that all watchers of that stream receive together while every connection writes, for so many
 * milliseconds.
 */
export async function delivered(load: Load, stream: string, ms: number, write: () => LoadCall): Promise<number> {
  let lines = 0;
  const close = await opened(load, stream, (count) => (lines += count));
  const began = performance.now();
  await load.throughput(ms, write);
  const rate = (lines * 1000) / (performance.now() - began);
  close();
  return rate;
}

/**
 * The median time from the beginning of a write until the last watcher of that stream has received it, one write at
 * a time, in milliseconds.
 */
export async function reach(load: Load, stream: string, write: (count: number) => LoadCall): Promise<number> {
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
