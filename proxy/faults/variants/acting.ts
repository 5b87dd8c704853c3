import { isObject, metadataOf, succeeded } from '../bend.ts';
import type { FaultyRequest, FaultyResponse, UpstreamClient, Variant } from '../fault.ts';
import { later } from '../ways.ts';

/** The delays after a create before the controllers write, in milliseconds. */
const SOON_MS = [0, 2, 5, 15, 40];

/** The object of a successful create. */
export function madeBy(
  response: FaultyResponse,
  { call, path }: FaultyRequest,
): { readonly path: string; readonly object: Record<string, unknown> } | undefined {
  if (call?.verb !== 'create' || !succeeded(response) || !isObject(response.json) || call.resource?.namespaced !== true)
    return undefined;
  return { path: `${path.replace(/\/$/, '')}/${String(metadataOf(response.json)['name'])}`, object: response.json };
}

/** Runs `act` after that many milliseconds, and ignores its failure: the object may be gone by then. */
export function afterwards(ms: number, act: () => Promise<unknown>): void {
  later(ms, () => void act().catch(() => undefined));
}

/** Runs `act` soon. */
export function soon(turn: number, act: () => Promise<unknown>): void {
  afterwards(SOON_MS[turn % SOON_MS.length] ?? 0, act);
}

/** Controllers that act after each response; `turn` counts the responses from 1. */
export function acting(
  act: (turn: number, response: FaultyResponse, request: FaultyRequest, upstream: UpstreamClient) => void,
): Variant['hooks'] {
  return () => {
    let turns = 0;
    return { response: (response, request, upstream) => act((turns += 1), response, request, upstream) };
  };
}
