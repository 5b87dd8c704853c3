import { SimulatedClock } from '../objects/simulated-clock.ts';
import type { StartOptions } from '../start.ts';
import { type Body, testServer, type TestServer } from './server.fixture.ts';

/** A server with active controllers, whose clock stands still until a test advances it. */
export interface ControllerServer extends TestServer {
  readonly clock: SimulatedClock;
  /**
   * Sends a request that must succeed, and resolves with the response when the controllers have handled its
   * consequences.
   */
  done(method: string, path: string, body: object, type?: string): Promise<Body>;
  /** Advances the clock; resolves when all due work is done. */
  pass(seconds: number): Promise<void>;
}

export const MERGE_PATCH = 'application/merge-patch+json';

/** Starts one, in this process on a free port. */
export async function controllerServer(options: Partial<StartOptions> = {}): Promise<ControllerServer> {
  const clock = new SimulatedClock(0);
  const server = await testServer({ clock, movableClock: clock, controllers: 'on', ...options });
  return {
    ...server,
    clock,
    async done(method, path, body, type = 'application/json') {
      const reply = await server.send(method, path, undefined, {
        text: JSON.stringify(body),
        headers: { 'Content-Type': type },
      });
      if (reply.status >= 300) throw new Error(`${method} ${path} returned ${reply.status}: ${reply.body.message}`);
      requireRest(await server.settled());
      return reply.body;
    },
    async pass(seconds) {
      requireRest(await clock.advance(seconds * 1000, server.settled));
    },
  };
}

function requireRest(settled: boolean): void {
  if (!settled) throw new Error('the controllers have not come to rest');
}
