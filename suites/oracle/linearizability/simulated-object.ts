import type { Contents, Effect, ObservedVersion, ObjectOperation } from './operation.ts';

/**
 * A client's request to the simulated object. `lag` and the other durations separate its beginning, its effect and
 * its end.
 */
export interface Ask {
  readonly client: number;
  readonly verb: 'get' | 'create' | 'put' | 'patch' | 'delete';
  /** The bit that a put or patch sets in the content. */
  readonly bit: number;
  readonly lag: number;
  readonly wait: number;
}

/** Contents are sets of bits; a patch adds one bit. */
export const BITS: Contents = {
  same: (one, other) => one === other,
  follows: (before, change, after) => after === (before | (1 << change)),
};

interface SimulatedState {
  uid: number;
  token: number;
  content: number;
}

/**
 * A history of clients that each send one request after another to an object with one order of effects: linearizable
 * by construction. A put carries the last version that its client saw, if any. Each operation takes effect at its
 * own moment between beginning and end; `lag` and `wait` control how operations of different clients overlap.
 */
export function simulate(asks: readonly Ask[]): ObjectOperation[] {
  const ready = new Map<number, number>();
  const timed = asks.map((ask, index) => {
    const began = (ready.get(ask.client) ?? 0) + 1;
    const moment = began + ask.lag + 0.5;
    const ended = moment + ask.wait + 0.5;
    ready.set(ask.client, ended);
    return { ask, index, began, moment, ended };
  });
  const server = new SimulatedObject();
  const effects = new Map<number, Effect | undefined>();
  for (const { ask, index } of timed.toSorted((a, b) => a.moment - b.moment || a.index - b.index))
    effects.set(index, server.effectOf(ask));
  // Positions in an exchange log are distinct, so spread equal ones, ends before beginnings.
  const points = timed.flatMap(({ index, began, ended }) => [
    { index, at: began, end: true },
    { index, at: ended, end: false },
  ]);
  const places = new Map(
    points
      .toSorted((a, b) => a.at - b.at || Number(a.end) - Number(b.end) || a.index - b.index)
      .map((point, place) => [`${point.index} ${point.end}`, place + 1]),
  );
  return timed.flatMap(({ index }) => {
    const effect = effects.get(index);
    return effect === undefined
      ? []
      : [
          {
            id: index,
            began: places.get(`${index} true`) ?? 0,
            ended: places.get(`${index} false`) ?? 0,
            required: true,
            effect,
          },
        ];
  });
}

class SimulatedObject {
  #stored: SimulatedState | undefined;
  readonly #known = new Map<number, SimulatedState>();
  #tokens = 0;
  #uids = 0;

  /** The effect that the response shows; `undefined` if a refusal proves nothing. */
  effectOf({ client, verb, bit }: Ask): Effect | undefined {
    const known = this.#known.get(client);
    if (verb === 'get') return { do: 'read', shown: this.#show(client) };
    if (verb === 'create') {
      if (this.#stored !== undefined) return { do: 'meet' };
      this.#stored = { uid: this.#uids++, token: this.#tokens++, content: 0 };
      return { do: 'create', shown: this.#show(client) };
    }
    if (this.#stored === undefined) return { do: 'read', shown: undefined };
    if (verb === 'delete') {
      this.#stored = undefined;
      return { do: 'remove', atOnce: true, uid: undefined };
    }
    const requires = verb === 'put' ? known?.token : undefined;
    if (requires !== undefined && requires !== this.#stored.token) return undefined;
    const base = verb === 'put' ? (requires === undefined ? 0 : (known?.content ?? 0)) : this.#stored.content;
    this.#stored = { uid: this.#stored.uid, token: this.#tokens++, content: base | (1 << bit) };
    return {
      do: 'write',
      requires,
      change: verb === 'patch' ? bit : undefined,
      makes: false,
      shown: this.#show(client),
    };
  }

  #show(client: number): ObservedVersion | undefined {
    if (this.#stored === undefined) {
      this.#known.delete(client);
      return undefined;
    }
    this.#known.set(client, this.#stored);
    return { ...this.#stored, leaving: false };
  }
}
