import { setTimeout as sleep } from 'node:timers/promises';
import { matchPath } from '../../../spec/surface/match-path.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { type Json, memberOf } from '../../diff/values/json-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import { ask, type AskedServer } from '../server/ask.ts';
import { Patience } from './patience.ts';
import { UnreachableError } from '../server/unreachable-error.ts';

/** How long a deleted object may stay, unless earlier objects stayed in vain. */
const PATIENCE_MS = 2000;
const LOOK_AGAIN_MS = 20;

/**
 * Waits for the removal of objects that a server is deleting, as namespaces: the recorded client read them so much
 * later that they were gone.
 */
export class RemovalWaits {
  readonly #server: AskedServer;
  readonly #patience: Patience;
  readonly #deleted = new Set<string>();

  constructor(server: AskedServer) {
    this.#server = server;
    this.#patience = new Patience(Math.min(PATIENCE_MS, server.limits.timeoutMs));
  }

  /**
   * Resolves when a recorded request can be sent to this live target: at once, unless it is a read of an object that
   * must be gone.
   */
  async before({ request, response }: LoggedExchange, target: string): Promise<void> {
    const { path } = splitTarget(target);
    if (request.method === 'DELETE') this.#deleted.add(path);
    if (request.method !== 'GET' || response?.status !== 404 || !this.#deleted.has(path)) return;
    if (matchPath(path)?.name === undefined) return;
    const began = performance.now();
    while (await this.#isTerminating(path)) {
      if (performance.now() - began > this.#patience.ms) return this.#patience.vain();
      await sleep(LOOK_AGAIN_MS);
    }
    this.#patience.served(performance.now() - began);
  }

  async #isTerminating(path: string): Promise<boolean> {
    try {
      const { status, text } = await ask(this.#server, 'GET', path);
      const metadata = status === 200 ? memberOf(JSON.parse(text) as Json, 'metadata') : undefined;
      return memberOf(metadata, 'deletionTimestamp') !== undefined;
    } catch (error) {
      if (error instanceof UnreachableError || error instanceof SyntaxError) return false;
      throw error;
    }
  }
}
