import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Pipelines } from './pipelined.ts';

/** Time limit for finishing responses. */
const DRAIN_MS = 5000;

/**
 * Refuses new connections, and ends each with its current response; resolves when all have ended. `endWatches` ends
 * the endless responses.
 */
export async function closed(server: Server, endWatches: () => void, pipelines: Pipelines): Promise<void> {
  // `close` of an HTTP server considers a connection idle as soon as a response is handed over, and cuts off unread
  // bytes, so only the listening socket is closed first.
  const stopped = new Promise<void>((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
  pipelines.endConnections();
  endWatches();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  for (let left = open(pipelines); left.length > 0; left = open(pipelines))
    await Promise.all(left.map((response) => new Promise((resolve) => response.once('close', resolve))));
  clearTimeout(cut);
  server.closeAllConnections();
  await stopped;
  // Ends the timers of the HTTP server.
  server.close();
}

function open(pipelines: Pipelines): readonly ServerResponse[] {
  return pipelines.underWay().filter(({ closed: isOver }) => !isOver);
}
