import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { JSON_CODEC } from '../media/codecs.ts';
import type { Accepted } from '../media/negotiation.ts';
import { CUT, type OpenWatches, streamOf, type ReadyWatch, watchFramesOf } from './watch.ts';

/** WebSocket's close code for a finished watch. */
const NORMAL = 1000;
/** A watcher has nothing to send, so its messages are small. */
const LARGEST_MESSAGE = 1024;
/** Time limit for the reader's closing handshake. */
const GOODBYE_MS = 5000;

/** Whether a request asks for a WebSocket. */
export function asksForWebSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

/** The socket of a request, with the bytes read beyond the request. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/**
 * Streams a watch over a WebSocket: each event is a message, text for JSON and bytes for protobuf. It waits for a
 * slow reader, for a while. The first requested subprotocol is accepted. Resolves when the watch is over.
 */
export async function streamWebSocket(
  watch: ReadyWatch,
  accepted: Accepted,
  { request, socket, head }: Upgrade,
  open: OpenWatches,
): Promise<void> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE, perMessageDeflate: false });
  const webSocket = await new Promise<WebSocket | undefined>((resolve) => {
    socket.once('close', () => resolve(undefined));
    server.handleUpgrade(request, socket, head, resolve);
  });
  if (webSocket !== undefined) await sendEvents(watch, accepted, webSocket, open);
}

async function sendEvents(
  watch: ReadyWatch,
  accepted: Accepted,
  webSocket: WebSocket,
  { ends, stalledMs }: OpenWatches,
): Promise<void> {
  const end = new AbortController();
  const { clock, choices } = watch.call.context;
  const timer =
    choices['watch.websocket-timeout'] === 'ignored' ? undefined : clock.after(watch.milliseconds, () => end.abort());
  let gone = false;
  ends.add(end);
  webSocket.on('error', () => webSocket.terminate());
  webSocket.on('close', () => {
    gone = true;
    end.abort();
  });
  const { message } = streamOf(watch.call, accepted);
  const binary = accepted.codec !== JSON_CODEC;
  try {
    for await (const frame of watchFramesOf(watch, accepted, end.signal)) {
      if (end.signal.aborted) break;
      const cut = setTimeout(() => webSocket.terminate(), stalledMs).unref();
      await sent(webSocket, message(frame), binary);
      clearTimeout(cut);
    }
  } finally {
    timer?.cancel();
    ends.delete(end);
    if (end.signal.reason === CUT) webSocket.terminate();
    else if (!gone) goodbye(webSocket);
  }
}

/** Resolves when the message has been handed to the network, or the reader is gone. */
function sent(webSocket: WebSocket, message: Buffer, binary: boolean): Promise<void> {
  return new Promise((resolve) => {
    webSocket.send(message, { binary }, () => resolve());
  });
}

function goodbye(webSocket: WebSocket): void {
  webSocket.close(NORMAL);
  const cut = setTimeout(() => webSocket.terminate(), GOODBYE_MS).unref();
  webSocket.on('close', () => clearTimeout(cut));
}
