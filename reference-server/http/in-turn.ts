import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** While so many requests of a connection wait no more is read of it. What has been read may hold more; a connection with more than the second is cut. */
const MOST_WAITING = 32;
const MOST_READ = 4096;
type Asked = readonly [request: IncomingMessage, response: ServerResponse];

/**
 * Requests of one connection one after the other. A client may send many before it has read an answer; were all served at once, answers would pile up
 * for a reader that never comes, and of those that have no connection yet nobody is told when it closes.
 *
 * A worked example, of three requests that come in one packet: the first is served; when its answer has been handed over the second is, then the third,
 * each in a turn of the event loop of its own, so that other connections have theirs.
 */
export function inTurn(serve: RequestListener): RequestListener {
  /** Requests that wait behind the one that is served; absent: none is served. */
  const waiting = new WeakMap<Socket, Asked[]>();

  const begin = (socket: Socket, [request, response]: Asked): void => {
    response.on('close', () => next(socket));
    serve(request, response);
  };

  const next = (socket: Socket): void => {
    const queue = waiting.get(socket);
    const asked = socket.destroyed ? undefined : queue?.shift();
    if (queue?.length === MOST_WAITING - 1) readOn(socket);
    if (asked === undefined) waiting.delete(socket);
    else setImmediate(begin, socket, asked);
  };

  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (queue === undefined) {
      waiting.set(socket, []);
      begin(socket, [request, response]);
      return;
    }
    queue.push([request, response]);
    if (queue.length >= MOST_READ) socket.destroy();
    else if (queue.length >= MOST_WAITING) halt(socket);
  };
}

/** The platform reads on behind each request but where it has set this itself, as it does where answers pile up; on `drain` it reads on. */
function halt(socket: Socket): void {
  Reflect.set(socket, '_paused', true);
  socket.pause();
}

function readOn(socket: Socket): void {
  socket.emit('drain');
}
