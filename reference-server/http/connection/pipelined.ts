import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { inNextTurn } from '../../store/next-turn.ts';

/**
 * While this many requests of a connection wait, no more is read from it. A read may bring more; a connection with
 * more than the second number is cut.
 */
const MOST_WAITING = 32;
const MOST_READ = 4096;

export interface Pipelines {
  /** Serves a request after the responses to the earlier ones on its connection. */
  readonly listener: RequestListener;
  /** Runs an action on a connection after the responses to all of its requests. */
  afterwards(socket: Duplex, act: () => void): void;
  /** The responses in progress, without waiting requests. */
  underWay(): readonly ServerResponse[];
  /**
   * Ends each connection with its current response, or with the one that is about to begin; idle connections end
   * now.
   */
  endConnections(): void;
}

/** One connection. */
interface ConnectionQueue {
  /** The response in progress; absent if there is none, unless one is about to begin. */
  serving: ServerResponse | undefined;
  isBusy: boolean;
  /** Whether reading has stopped until enough waiting requests have been served. */
  isHalted: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Serves the requests of one connection one after the other. A client may send many requests before it reads a
 * response. If all were served at once, responses would pile up for a reader that never comes, and a response that
 * is not attached to the connection yet never learns that it closed.
 * Lines live as long as their connections: adding each request to a set and deleting it would leave old hash tables,
 * which keep their contents alive until the next large collection.
 * A worked example, of three requests in one packet: the first is served; when its response has been handed over the
 * second is, then the third, each in a turn of the event loop of its own, so other connections get theirs.
 */
export function pipelined(serve: RequestListener): Pipelines {
  const lines = new Map<Duplex, ConnectionQueue>();
  let isEnding = false;

  const lineOf = (socket: Duplex): ConnectionQueue => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: ConnectionQueue = { serving: undefined, isBusy: false, isHalted: false, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => lines.delete(socket));
    // The platform resumes reading after each request.
    socket.on('resume', () => line.isHalted && socket.pause());
    return line;
  };

  const begin = (line: ConnectionQueue, request: IncomingMessage, response: ServerResponse): void => {
    line.isBusy = true;
    line.serving = response;
    if (isEnding) isLast(response);
    response.on('close', () => next(line, request.socket));
    serve(request, response);
  };

  const next = (line: ConnectionQueue, socket: Duplex): void => {
    const act = socket.destroyed ? undefined : line.waiting.shift();
    line.serving = undefined;
    line.isBusy = act !== undefined;
    if (line.isHalted && line.waiting.length < MOST_WAITING) {
      line.isHalted = false;
      socket.resume();
    }
    // A response that began earlier has no `Connection: close`.
    if (isEnding) socket.end();
    else if (act !== undefined) inNextTurn(act);
  };

  return {
    listener(request, response) {
      const { socket } = request;
      const line = lineOf(socket);
      if (!line.isBusy) {
        begin(line, request, response);
        return;
      }
      line.waiting.push(() => begin(line, request, response));
      if (line.waiting.length >= MOST_READ) socket.destroy();
      else if (line.waiting.length >= MOST_WAITING) {
        line.isHalted = true;
        socket.pause();
      }
    },
    afterwards(socket, act) {
      const line = lineOf(socket);
      if (!line.isBusy) act();
      else {
        line.waiting.push(() => {
          line.isBusy = false;
          act();
        });
      }
    },
    underWay: () => [...lines.values()].flatMap(({ serving }) => serving ?? []),
    endConnections() {
      isEnding = true;
      for (const [socket, { serving, isBusy }] of lines) {
        if (serving !== undefined) isLast(serving);
        else if (!isBusy) socket.destroy();
      }
    },
  };
}

/** The platform ends a connection after a response that says so. */
function isLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}
