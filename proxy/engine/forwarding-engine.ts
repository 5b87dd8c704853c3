import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { EndReason } from '../../fixtures/formats/exchange-log.ts';

/** Heads of any size that servers of this API take: selectors travel in the request line. */
export const MAX_HEADER_BYTES = 256 * 1024;

/**
 * What one exchange shows while it passes. The engine calls each in order of observation, at the socket boundary, and `end` exactly
 * once, last. A promise that a chunk's tap returns holds back the sender until it settles: that is how a slow disk becomes back-pressure.
 */
export interface Taps {
  requestBody(chunk: Buffer): Promise<void> | undefined;
  /** The whole request has arrived. */
  requestEnd(): void;
  /** The head of the upstream's answer: names and values in one flat list, in its case and order, duplicates and all. */
  response(status: number, rawHeaders: readonly string[]): void;
  responseBody(chunk: Buffer): Promise<void> | undefined;
  end(reason: EndReason, detail?: string): void;
}

/**
 * Passes exchanges between clients and one upstream, as if nothing were between: bytes of the path, case and duplicates of headers,
 * bodies chunk by chunk under back-pressure, heads at once, ends and cuts in both directions as they happen.
 * An upstream that cannot be reached is answered for with a 502 Status body; one that dies in mid-answer is a cut at the client.
 */
export interface ForwardingEngine {
  forward(request: IncomingMessage, response: ServerResponse, taps: Taps): void;
  /** A request to leave HTTP (WebSocket, SPDY, ...): passed on as it stands, then bytes both ways. A refusal is an ordinary answer. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, taps: Taps): void;
  /** Lets go of idle upstream connections. */
  close(): void;
}

/** Taps of a proxy that only passes through. */
export const NO_TAPS: Taps = {
  requestBody: () => undefined,
  requestEnd: () => undefined,
  response: () => undefined,
  responseBody: () => undefined,
  end: () => undefined,
};
