import type { EndReason } from '../../shared/exchange-log/exchange-log.ts';

/** A request as its head says, before any of its body. */
export interface RequestHead {
  readonly method: string;
  /** The request target as sent, undecoded, one character for each byte. */
  readonly target: string;
  /** Names and values in one flat list: wire order, the sender's case, duplicates kept. Heads with the same fields share one list. */
  readonly rawHeaders: readonly string[];
  /** Which client connection it came on, from 1. */
  readonly connection: number;
}

/** What the end of an exchange brings with it. */
export interface EndNotes {
  readonly detail?: string;
  /** Trailer fields of the answer, in one flat list. */
  readonly trailers?: readonly string[];
  /** Bytes that went through after the exchange had left HTTP. */
  readonly tunnel?: { readonly sent: number; readonly received: number };
}

/**
 * What one exchange shows while it passes. The engine calls each in order of observation, at the socket boundary, and `end` exactly
 * once, last. A promise that a chunk's tap returns holds back the sender until it settles: that is how a slow disk becomes back-pressure.
 */
export interface Taps {
  requestBody(chunk: Buffer): Promise<void> | undefined;
  /** The whole request has arrived; with the trailer fields that came after its body. */
  requestEnd(rawTrailers: readonly string[]): void;
  /** A 1xx head before the answer. */
  interim(status: number, rawHeaders: readonly string[]): void;
  /** The head of the upstream's answer: names and values in one flat list, in its case and order, duplicates and all. */
  response(status: number, rawHeaders: readonly string[]): void;
  /** The chunk is lent for the time of the call: what is kept of it has to be copied. */
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
