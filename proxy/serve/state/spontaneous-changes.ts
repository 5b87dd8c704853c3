import type { Speed } from '../pace.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import type { JsonObject } from '../../diff/json-value.ts';
import type { RecordedState, Spontaneous } from './recorded-state.ts';

/** Lets the changes that nobody asked for come about as they did: so long after the write that they followed. */
export class SpontaneousChanges {
  readonly #history: RecordedState;
  readonly #speed: Speed;
  readonly #begun = new Set<RecordedExchange | undefined>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(history: RecordedState, speed: Speed) {
    this.#history = history;
    this.#speed = speed;
  }

  /** The exchange has been answered from the recording, for the first time; `undefined`: the first client has come. */
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

  /** Nothing comes about any more. */
  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** An object that a client changed otherwise than recorded takes over the status alone, and none that it removed comes back. */
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
