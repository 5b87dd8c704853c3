import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** While so many requests of a connection wait no more is read of it. What has been read may hold more; a connection with more than the second is cut. */
const MOST_WAITING = 32;
const MOST_READ = 4096;

export interface Turns {
  /** Serves a request when those before it on its connection have been answered. */
  readonly listener: RequestListener;
  /** Does something with a connection when all requests that came on it have been answered. */
  afterwards(socket: Duplex, act: () => void): void;
}

/**
 * Requests of one connection one after the other. A client may send many before it has read an answer; were all served at once, answers would pile up
 * for a reader that never comes, and of those that have no connection yet nobody is told when it closes.
 *
 * A worked example, of three requests that come in one packet: the first is served; when its answer has been handed over the second is, then the third,
 * each in a turn of the event loop of its own, so that other connections have theirs.
 */
export function inTurn(serve: RequestListener): Turns {
  /** What waits behind the request that is served; absent: none is served. */
  const waiting = new WeakMap<Duplex, (() => void)[]>();

  const begin = (socket: Duplex, request: IncomingMessage, response: ServerResponse): void => {
    response.on('close', () => next(socket));
    serve(request, response);
  };

  const next = (socket: Duplex): void => {
    const queue = waiting.get(socket);
    const act = socket.destroyed ? undefined : queue?.shift();
    if (queue?.length === MOST_WAITING - 1) readOn(socket);
    if (act === undefined) waiting.delete(socket);
    else setImmediate(act);
  };

  return {
    listener(request, response) {
      const { socket } = request;
      const queue = waiting.get(socket);
      if (queue === undefined) {
        waiting.set(socket, []);
        begin(socket, request, response);
        return;
      }
      queue.push(() => begin(socket, request, response));
      if (queue.length >= MOST_READ) socket.destroy();
      else if (queue.length >= MOST_WAITING) halt(socket);
    },
    afterwards(socket, act) {
      const queue = waiting.get(socket);
      if (queue === undefined) act();
      else {
        queue.push(() => {
          waiting.delete(socket);
          act();
        });
      }
    },
  };
}

/** The platform reads on behind each request but where it has set this itself, as it does where answers pile up; on `drain` it reads on. */
function halt(socket: Duplex): void {
  Reflect.set(socket, '_paused', true);
  socket.pause();
}

function readOn(socket: Duplex): void {
  socket.emit('drain');
}
