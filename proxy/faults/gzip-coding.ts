import { constants } from 'node:zlib';
import type { Hooks } from './fault.ts';

/** How the body for a client that accepts those codings is compressed, if at all. */
export function codingOf(
  accepted: string | undefined,
  { gzip }: Hooks,
): { readonly header: Readonly<Record<string, string>>; readonly flush: number } | undefined {
  if (gzip === undefined || accepted?.includes('gzip') !== true) return undefined;
  return {
    header: gzip === 'unmarked' ? {} : { 'content-encoding': 'gzip' },
    flush: gzip === 'held-back' ? constants.Z_NO_FLUSH : constants.Z_SYNC_FLUSH,
  };
}
