import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { isOfControllers, targetObject } from '../../diff/races/controlled-objects.ts';
import { elementsOf } from '../../diff/values/list-elements.ts';
import type { Json } from '../../diff/values/json-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import type { AskedServer } from '../server/ask.ts';
import { Patience } from './patience.ts';
import { poll } from './poll.ts';

/** How long controllers may take to make an object, unless earlier waits were in vain. */
const PATIENCE_MS = 5_000;

/**
 * Waits until the controllers of a server have made objects where a recorded list shows some: the recorded client read
 * them later than the replay does.
 */
export class ControllerWaits {
  readonly #server: AskedServer;
  readonly #patience: Patience;

  constructor(server: AskedServer) {
    this.#server = server;
    this.#patience = new Patience(Math.min(PATIENCE_MS, server.limits.timeoutMs));
  }

  /** Resolves when a recorded request can be sent to this live target: at once, unless it is such a list. */
  async before({ request, body }: LoggedExchange, target: string): Promise<void> {
    const { plural } = targetObject(target);
    const showsSome = (value: Json | undefined): boolean =>
      (elementsOf(value) ?? []).some((object) => isOfControllers(object, plural));
    if (request.method !== 'GET' || body === undefined || !('json' in body) || !showsSome(body.json as Json)) return;
    await poll(this.#server, splitTarget(target).path, this.#patience, showsSome);
  }
}
