import { matchPath } from '../../../spec/surface/match-path.ts';
import type { EventLine } from '../../../shared/exchange-log/exchange-log.ts';
import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { type Json, memberOf } from '../../diff/values/json-value.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';
import type { AskedServer } from '../server/ask.ts';
import { isWatch } from '../server/limits.ts';
import { Patience } from './patience.ts';
import { poll } from './poll.ts';

/** How long a deleted object may stay, unless earlier objects stayed in vain. */
const PATIENCE_MS = 5_000;

/**
 * Waits for the removal of objects that a server is deleting, as namespaces: the recorded client read them so much
 * later that they were gone, or watched their removal.
 */
export class DeletionWaits {
  readonly #server: AskedServer;
  readonly #patience: Patience;
  readonly #deleted = new Set<string>();
  /** By watch: the path of the one deleted object that it selects. */
  readonly #watched = new Map<number, string>();

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
    const path = exchange.request.method === 'GET' ? pathOfObject(target) : undefined;
    if (path === undefined || !this.#deleted.has(path)) return;
    if (isWatch(exchange)) this.#watched.set(exchange.id, path);
    else if (showsNothing(exchange)) await this.#untilGone(path);
  }

  /** Resolves when a client may leave a watch of one deleted object that told its removal in the recording. */
  async beforeLeaving({ id, events }: LoggedExchange): Promise<void> {
    const path = this.#watched.get(id);
    if (path !== undefined && events.some(tellsRemoval)) await this.#untilGone(path);
  }

  async #untilGone(path: string): Promise<void> {
    await poll(this.#server, path, this.#patience, (object) => !isTerminating(object));
  }
}

function tellsRemoval({ body }: EventLine): boolean {
  return 'json' in body && memberOf(body.json as Json, 'type') === 'DELETED';
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
  const { path: asked, query } = splitTarget(target);
  const path = asked.replace(/\/watch(?=\/)/, '');
  if (matchPath(path)?.name !== undefined) return path;
  const [, name] = /^metadata\.name==?([^,]+)$/.exec(new URLSearchParams(query).get('fieldSelector') ?? '') ?? [];
  return name === undefined ? undefined : `${path}/${name}`;
}
