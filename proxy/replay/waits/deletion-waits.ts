import { matchPath } from '../../../spec/surface/match-path.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { type Json, memberOf } from '../../diff/values/json-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import type { AskedServer } from '../server/ask.ts';
import { Patience } from './patience.ts';
import { poll } from './poll.ts';

/** How long a deleted object may stay, unless earlier objects stayed in vain. */
const PATIENCE_MS = 5_000;

/**
 * Waits for the removal of objects that a server is deleting, as namespaces: the recorded client read them so much
 * later that they were gone.
 */
export class DeletionWaits {
  readonly #server: AskedServer;
  readonly #patience: Patience;
  readonly #deleted = new Set<string>();

  constructor(server: AskedServer) {
    this.#server = server;
    this.#patience = new Patience(Math.min(PATIENCE_MS, server.limits.timeoutMs));
  }

  /**
   * Resolves when a recorded request can be sent to this live target: at once, unless it is a read of an object that
   * must be gone, or a list that selects it by its name.
   */
  async before(exchange: LoggedExchange, target: string): Promise<void> {
    if (exchange.request.method === 'DELETE') this.#deleted.add(splitTarget(target).path);
    if (exchange.request.method !== 'GET' || !showsNothing(exchange)) return;
    const path = pathOfObject(target);
    if (path === undefined || !this.#deleted.has(path)) return;
    await poll(this.#server, path, this.#patience, (object) => !isTerminating(object));
  }
}

function isTerminating(object: Json | undefined): boolean {
  return memberOf(memberOf(object, 'metadata'), 'deletionTimestamp') !== undefined;
}

/** Whether a read was refused with 404, or shows a list without items. */
function showsNothing({ response, body }: LoggedExchange): boolean {
  if (response?.status === 404) return true;
  const items = body !== undefined && 'json' in body ? memberOf(body.json as Json, 'items') : undefined;
  return Array.isArray(items) && items.length === 0;
}

/** The path of the object that a read is of: its own, or that of a field selector on the name. */
function pathOfObject(target: string): string | undefined {
  const { path, query } = splitTarget(target);
  if (matchPath(path)?.name !== undefined) return path;
  const [, name] = /^metadata\.name==?([^,]+)$/.exec(new URLSearchParams(query).get('fieldSelector') ?? '') ?? [];
  return name === undefined ? undefined : `${path}/${name}`;
}
