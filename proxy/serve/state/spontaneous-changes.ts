import type { Speed } from '../exchange/pace.ts';
import type { RecordedExchange } from '../exchange/recorded-exchange.ts';
import type { JsonObject } from '../../diff/values/json-value.ts';
import type { RecordedState, Spontaneous } from './recorded-state.ts';

/** Repeats the spontaneous changes of the recording, each after the same delay since the preceding write. */
export class SpontaneousChanges {
  readonly #history: RecordedState;
  readonly #speed: Speed;
  readonly #begun = new Set<RecordedExchange | undefined>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(history: RecordedState, speed: Speed) {
    this.#history = history;
    this.#speed = speed;
  }

  /** The exchange was served from the recording for the first time; `undefined`: the first client has connected. */
  follow(exchange: RecordedExchange | undefined): void {
    if (this.#begun.has(exchange)) return;
    this.#begun.add(exchange);
    for (const change of this.#history.spontaneous.get(exchange) ?? []) {
      const delay = this.#speed === 'instant' ? 0 : Math.max(0, change.delay) / this.#speed;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        this.#apply(change);
      }, delay).unref();
      this.#timers.add(timer);
    }
  }

  /** Stops all further changes. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /**
   * If a client changed the object in another way than recorded, only the status is applied; an object that a client
   * deleted stays deleted.
   */
  #apply({ key, removed, object: read, known }: Spontaneous): void {
    const { state } = this.#history;
    const thing = state.find(key);
    const object = removed ? undefined : read();
    if (removed) state.remove(key);
    else if (object === undefined) return;
    else if (thing === undefined) {
      if (!known) state.put(key, object, true);
    } else if (thing.asRecorded) state.put(key, object, true);
    else state.put(key, withStatusOf(thing.object, object), false);
  }
}

function withStatusOf(object: JsonObject, recorded: JsonObject): JsonObject {
  return Object.hasOwn(recorded, 'status') ? { ...object, status: recorded['status'] ?? null } : object;
}
