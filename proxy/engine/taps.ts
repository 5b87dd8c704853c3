import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';

/** The head of a request. */
export interface RequestHead {
  readonly method: string;
  /** The request target as sent, undecoded, one character for each byte. */
  readonly target: string;
  /**
   * Names and values in one flat list: wire order, the sender's case, duplicates kept. Heads with the same fields share
   * one list.
   */
  readonly rawHeaders: readonly string[];
  /** The client connection, from 1. */
  readonly connection: number;
}

/** Facts about the end of an exchange. */
export interface EndNotes {
  readonly detail?: string;
  /** Trailer fields of the response, in one flat list. */
  readonly trailers?: readonly string[];
  /** Bytes that went through after the exchange had left HTTP. */
  readonly tunnel?: { readonly sent: number; readonly received: number };
}

/**
 * Observers of one exchange. The engine calls each in order of observation, at the socket boundary, and `end`
 * exactly once, last. A promise of a chunk's tap pauses the sender until it settles: so a slow disk causes
 * back-pressure.
 */
export interface Taps {
  requestBody(chunk: Buffer): Promise<void> | undefined;
  /** The whole request has arrived; with its trailer fields. */
  requestEnd(rawTrailers: readonly string[]): void;
  /** A 1xx head before the response. */
  interim(status: number, rawHeaders: readonly string[]): void;
  /** The head of the upstream's response: names and values in one flat list, in its case and order, with duplicates. */
  response(status: number, rawHeaders: readonly string[]): void;
  /** The chunk is lent for the time of the call: copy bytes to keep them. */
  responseBody(chunk: Buffer): Promise<void> | undefined;
  end(reason: EndReason, notes?: EndNotes): void;
}

/** Taps of a proxy that only passes through. */
export const NO_TAPS: Taps = {
  requestBody: () => undefined,
  requestEnd: () => undefined,
  interim: () => undefined,
  response: () => undefined,
  responseBody: () => undefined,
  end: () => undefined,
};
