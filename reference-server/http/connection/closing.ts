import type { Server, ServerResponse } from 'node:http';
import type { Turns } from './in-turn.ts';

/** Time limit for finishing responses. */
const DRAIN_MS = 5000;

/**
 * Refuses new connections, and ends each with its current response; resolves when all have ended. `endWatches` ends
 * the endless responses.
 */
export async function closed(server: Server, endWatches: () => void, turns: Turns): Promise<void> {
  // The platform's own method considers a connection idle as soon as a response is handed over, and cuts off unread
  // bytes.
  server.closeIdleConnections = () => turns.endConnections();
  const stopped = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  endWatches();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  for (let left = unanswered(turns); left.length > 0; left = unanswered(turns))
    await Promise.all(left.map((response) => new Promise((resolve) => response.once('close', resolve))));
  clearTimeout(cut);
  server.closeAllConnections();
  await stopped;
}

function unanswered(turns: Turns): readonly ServerResponse[] {
  return turns.underWay().filter(({ closed: isOver }) => !isOver);
}
