import { copyOf, metadataOf } from './bend.ts';
import type { FaultyRequest, Hooks } from './fault.ts';

/** The gap between a faulty server's check and its write, in milliseconds: requests of a case fall into it. */
export const GAP_MS = 12;

/** How late a faulty server notices a change, in milliseconds. */
export const LAG_MS = 40;

/** The stored object without its version: a PUT of it overwrites. */
export function unversioned(object: unknown): unknown {
  const copy = copyOf(object);
  delete metadataOf(copy)['resourceVersion'];
  return copy;
}

/** Counts open requests by the key of `of`; requests without a key are left out. */
export function underWay(of: (request: FaultyRequest) => string | undefined): {
  readonly count: (request: FaultyRequest) => number;
  readonly hooks: Hooks;
} {
  const counts = new Map<string, number>();
  const add = (request: FaultyRequest, by: number): void => {
    const name = of(request);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + by);
  };
  return {
    count: (request) => counts.get(of(request) ?? '') ?? 0,
    hooks: { request: (request) => add(request, 1), response: (_, request) => add(request, -1) },
  };
}
