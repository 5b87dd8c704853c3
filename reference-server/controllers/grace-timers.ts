import type { Clock, Timer } from '../objects/clock.ts';
import { mayGo } from '../objects/lingering.ts';
import { kindOfKey } from '../objects/object-key.ts';
import type { ObjectChange } from '../objects/stored-object.ts';
import type { World } from '../objects/world.ts';
import { inBackground } from './background.ts';
import type { Controller } from './controller.ts';

/**
 * Removes objects when their grace period is over: no node agent is here to confirm that what they stand for has stopped.
 *
 * A worked example: a delete with 30 seconds of grace writes a deletionTimestamp 30 seconds ahead and a timer is set; a second
 * delete with 5 seconds writes a nearer one, which replaces the timer; when it fires the object is removed.
 */
export class GraceTimers implements Controller {
  readonly #world: World;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #timers = new Map<string, Timer>();

  constructor(world: World, report: (error: unknown) => void) {
    this.#world = world;
    this.#clock = world.clock;
    this.#report = report;
  }

  see({ type, entry, previous }: ObjectChange): void {
    const { deletionTimestamp } = entry.value.object.metadata;
    if (type === 'put' && deletionTimestamp === previous?.value.object.metadata.deletionTimestamp) return;
    this.#timers.get(entry.key)?.cancel();
    this.#timers.delete(entry.key);
    if (type === 'delete' || deletionTimestamp === undefined) return;
    const left = Date.parse(deletionTimestamp) - this.#clock.now();
    if (left <= 0) return;
    const due = (): void => inBackground(this.#removeIfDue(entry.key), this.#report);
    this.#timers.set(entry.key, this.#clock.after(left, due));
  }

  async #removeIfDue(key: string): Promise<void> {
    this.#timers.delete(key);
    const current = await this.#world.store.get(key);
    if (current === undefined) return;
    if (!mayGo(current.value.object, this.#world.strategies[kindOfKey(key)], this.#clock.now())) return;
    const removed = await this.#world.store.remove(key, { expect: current.revision });
    if (!removed.ok) await this.#removeIfDue(key);
  }
}
