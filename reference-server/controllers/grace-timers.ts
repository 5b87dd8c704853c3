import type { Clock, Timer } from '../objects/clock.ts';
import { mayGo } from '../objects/terminating.ts';
import { kindOfKey } from '../objects/object-key.ts';
import type { ObjectChange } from '../objects/stored-object.ts';
import type { ServerContext } from '../objects/server-context.ts';
import type { Background } from './runtime/background.ts';
import type { Controller } from './runtime/controller.ts';

/**
 * Deletes objects at the end of their grace period, because no node agent confirms that they have stopped.
 * A worked example: a delete with 30 seconds of grace writes a deletionTimestamp 30 seconds ahead and a timer is
 * set; a second delete with 5 seconds writes a nearer one, which replaces the timer; when it fires the object is
 * deleted.
 */
export class GraceTimers implements Controller {
  readonly #context: ServerContext;
  readonly #clock: Clock;
  readonly #background: Background;
  readonly #timers = new Map<string, Timer>();

  constructor(context: ServerContext, background: Background) {
    this.#context = context;
    this.#clock = context.clock;
    this.#background = background;
  }

  see({ type, entry, previous }: ObjectChange): void {
    const { deletionTimestamp, deletionGracePeriodSeconds = 0 } = entry.value.object.metadata;
    if (type === 'put' && deletionTimestamp === previous?.value.object.metadata.deletionTimestamp) return;
    this.#timers.get(entry.key)?.cancel();
    this.#timers.delete(entry.key);
    if (type === 'delete' || deletionTimestamp === undefined) return;
    const left = Date.parse(deletionTimestamp) - this.#clock.now();
    const due = (): void => this.#background.run(() => this.#removeIfDue(entry.key));
    if (left > 0) this.#timers.set(entry.key, this.#clock.after(left, due));
    // Objects whose grace ended while no server ran, or before the change was seen; objects without grace are deleted
    // by the request itself.
    else if (previous === undefined || deletionGracePeriodSeconds > 0) due();
  }

  async #removeIfDue(key: string): Promise<void> {
    this.#timers.delete(key);
    const current = await this.#context.store.get(key);
    if (current === undefined) return;
    if (!mayGo(current.value.object, this.#context.strategies[kindOfKey(key)], this.#clock.now())) return;
    const removed = await this.#context.store.remove(key, { expect: current.revision });
    if (!removed.ok) await this.#removeIfDue(key);
  }
}
