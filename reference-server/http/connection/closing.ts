import type { Server, ServerResponse } from 'node:http';
import type { Turns } from './in-turn.ts';

/** Answers may be finished for so long. */
const DRAIN_MS = 5000;

/** Has no connection begin, and each end with the answers that are under way there; resolves when all have. `endWatches` ends those answers that would never end. */
export async function closed(server: Server, endWatches: () => void, turns: Turns): Promise<void> {
  // The platform's own takes a connection for idle as soon as an answer has been handed over, and cuts off what its reader has not taken yet.
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
