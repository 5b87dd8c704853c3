import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { refuseBrokenRequest, refuseTunnel } from './connection/broken-request.ts';
import { closed } from './connection/closing.ts';
import { respondToExpectations } from './connection/expectations.ts';
import { Handshakes } from './connection/handshakes.ts';
import { pipelined } from './connection/pipelined.ts';
import { upgrade } from './connection/upgrades.ts';
import { type HeldResponses, serveRequest } from './serve-request.ts';
import { failureResponse } from './response/status-body.ts';
import type { ServerOptions } from './server-options.ts';
import { PLAIN, servingOf } from './serving.ts';
import { CUT } from './watch/watch.ts';

/** The API over HTTP. */
export interface ApiServer {
  readonly server: Server;
  /** Ends every open watch, cleanly or by cutting its connection. */
  endWatches(how: 'cleanly' | 'cut'): void;
  /** Ends watches cleanly, lets responses finish and stops listening. */
  close(): Promise<void>;
}

/** Time limit for the head of a request, and for the whole request; the response has none. */
const HEAD_MS = 20_000;
const REQUEST_MS = 120_000;
const IDLE_MS = 60_000;
const LIMITS = { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS };

/** Builds the server; the caller lets it listen. */
export function apiServer(options: ServerOptions): ApiServer {
  const serving = servingOf(options);
  const held: HeldResponses = new Set();
  const pipelines = pipelined((request, response) => {
    response.on('error', cutOff);
    void serveRequest(request, response, serving, held);
  });
  const server = socketServer(options, pipelines.listener);
  const handshakes = options.tls === undefined ? undefined : new Handshakes(server);
  // Limit of inactivity on a connection. Without it a client that leaves a long response unread would hold it for ever.
  server.timeout = serving.watches.stalledMs;
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // One listener, however often the connection upgrades.
    socket.off('error', cutOff).on('error', cutOff);
    pipelines.afterwards(request.socket, () => void upgrade({ request, socket, head }, server, serving));
  });
  server.on('clientError', refuseBrokenRequest);
  server.on('connect', refuseTunnel);
  respondToExpectations(server, options.maxBody, (response, error) => {
    response.setHeader('Connection', 'close');
    serving.send(response, failureResponse(error), PLAIN);
  });
  const endWatches = (how: 'cleanly' | 'cut'): void => {
    for (const end of serving.watches.ends) end.abort(how === 'cut' ? CUT : undefined);
  };
  return {
    server,
    endWatches,
    close: () => {
      for (const response of held) response.destroy();
      handshakes?.cut();
      return closed(server, () => endWatches('cleanly'), pipelines);
    },
  };
}

function socketServer({ tls }: ServerOptions, listener: Parameters<typeof createServer>[1]): Server {
  return tls === undefined
    ? createServer(LIMITS, listener)
    : createTlsServer({ ...LIMITS, ...tls, handshakeTimeout: HEAD_MS }, listener);
}

function cutOff(this: Duplex | ServerResponse): void {
  this.destroy();
}
