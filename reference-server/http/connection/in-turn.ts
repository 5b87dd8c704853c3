import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { inNextTurn } from '../../store/next-turn.ts';

/** While so many requests of a connection wait no more is read of it. What has been read may hold more; a connection with more than the second is cut. */
const MOST_WAITING = 32;
const MOST_READ = 4096;

export interface Turns {
  /** Serves a request when those before it on its connection have been answered. */
  readonly listener: RequestListener;
  /** Does something with a connection when all requests that came on it have been answered. */
  afterwards(socket: Duplex, act: () => void): void;
  /** What has not been answered yet, without what waits behind it. */
  underWay(): readonly ServerResponse[];
  /** Has each connection end with the answer that is under way there, or that begins there still, and those on which there is none end now. */
  endConnections(): void;
}

/** One connection. */
interface Line {
  /** What is served; absent: nothing, unless something is about to be. */
  serving: ServerResponse | undefined;
  isBusy: boolean;
  readonly waiting: (() => void)[];
}

/**
 * Requests of one connection one after the other. A client may send many before it has read an answer; were all served at once, answers would pile up
 * for a reader that never comes, and of those that have no connection yet nobody is told when it closes.
 *
 * Lines are kept for as long as their connections: a set to which each request is added, and from which it is taken, would leave behind old tables
 * that hold what was in them until the next large collection.
 *
 * A worked example, of three requests that come in one packet: the first is served; when its answer has been handed over the second is, then the third,
 * each in a turn of the event loop of its own, so that other connections have theirs.
 */
export function inTurn(serve: RequestListener): Turns {
  const lines = new Map<Duplex, Line>();
  let isEnding = false;

  const lineOf = (socket: Duplex): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { serving: undefined, isBusy: false, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => lines.delete(socket));
    return line;
  };

  const begin = (line: Line, request: IncomingMessage, response: ServerResponse): void => {
    line.isBusy = true;
    line.serving = response;
    if (isEnding) isLast(response);
    response.on('close', () => next(line, request.socket));
    serve(request, response);
  };

  const next = (line: Line, socket: Duplex): void => {
    const act = socket.destroyed ? undefined : line.waiting.shift();
    line.serving = undefined;
    line.isBusy = act !== undefined;
    if (line.waiting.length === MOST_WAITING - 1) readOn(socket);
    // An answer that had begun before could not say that it is the last.
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
      else if (line.waiting.length >= MOST_WAITING) halt(socket);
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

/** The platform ends a connection behind an answer that says so. */
function isLast(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** The platform reads on behind each request but where it has set this itself, as it does where answers pile up; on `drain` it reads on. */
function halt(socket: Duplex): void {
  Reflect.set(socket, '_paused', true);
  socket.pause();
}

function readOn(socket: Duplex): void {
  socket.emit('drain');
}
