import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import { isOfControllers, isOwned, objectsIn, targetObject, uidOf } from './controlled-objects.ts';
import { elementsOf, withoutElements } from '../values/list-elements.ts';
import type { Json } from '../values/json-value.ts';
import type { ObservedExchange } from '../exchanges/observed-exchange.ts';
import type { WriteIndex } from '../exchanges/write-index.ts';

/** A watch has this many milliseconds to deliver a removal that a list shows. */
export const LONGEST_LAG_MS = 1000;

/** A whole list of a collection. */
interface ShownList {
  readonly path: string;
  readonly ended: number;
  readonly endedAfter: number;
  readonly uids: ReadonlySet<string>;
}

interface LostEvent {
  readonly type: 'ADDED' | 'DELETED';
  readonly object: Json;
}

/**
 * The objects that controllers made on one side: a controller owns them or their kind is of controllers, and no recorded
 * request created them.
 */
export class ControlledSide {
  /** By plural: an exchange that shows one. */
  readonly made = new Map<string, ObservedExchange>();
  readonly #writes: WriteIndex;
  /** By uid: when a response first showed the object. */
  readonly #shown = new Map<string, number>();
  readonly #lists: ShownList[] = [];

  constructor(writes: WriteIndex) {
    this.#writes = writes;
  }

  /** The exchange without these objects in its list and in its events. Responses come before watches. */
  without(exchange: ObservedExchange): ObservedExchange {
    const { plural } = targetObject(exchange.target);
    const isMade = (object: Json | undefined): boolean => this.#isMade(object, plural);
    const inResponse = objectsIn(exchange);
    if ([...inResponse, ...exchange.events.flatMap(({ object }) => objectsOf(object))].some(isMade))
      this.made.set(plural, exchange);
    if (!exchange.streaming && exchange.method === 'GET') this.#noteRead(exchange, inResponse);
    const { content } = exchange;
    return {
      ...exchange,
      content:
        content !== undefined && 'value' in content ? { value: withoutElements(content.value, isMade) } : content,
      events: exchange.events.filter(({ object }) => !objectsOf(object).every(isMade)),
    };
  }

  /**
   * Events of these objects that a watch lost: each begins with ADDED, unless an earlier response showed the object,
   * and ends with DELETED, if a later list lacks it or it is added once more.
   */
  lostEvents({ began, endedAfter, events, target }: ObservedExchange): LostEvent[] {
    const { plural } = targetObject(target);
    const live = new Map<string, { readonly object: Json; readonly n: number }>();
    const known = new Set<string>();
    const lost: LostEvent[] = [];
    for (const { n, type, object } of events) {
      for (const each of objectsOf(object).filter((one) => this.#isMade(one, plural))) {
        const uid = uidOf(each);
        const isShown = known.has(uid) || (this.#shown.get(uid) ?? Number.POSITIVE_INFINITY) < began;
        if (type !== 'ADDED' && !isShown) lost.push({ type: 'ADDED', object: each });
        if (type === 'ADDED' && live.has(uid)) lost.push({ type: 'DELETED', object: each });
        known.add(uid);
        if (type === 'DELETED') live.delete(uid);
        else live.set(uid, { object: each, n });
      }
    }
    const { path } = splitTarget(target);
    const later = Number.isFinite(endedAfter)
      ? this.#lists.filter((list) => list.path === path && endedAfter - list.endedAfter > LONGEST_LAG_MS)
      : [];
    for (const [uid, { object, n }] of live)
      if (later.some((list) => list.ended > n && !list.uids.has(uid))) lost.push({ type: 'DELETED', object });
    return lost;
  }

  #isMade(object: Json | undefined, plural: string): boolean {
    if (!isOfControllers(object, plural)) return false;
    const uid = uidOf(object);
    return isOwned(object) ? !this.#writes.isMade(uid) : !this.#writes.isWritten(uid);
  }

  #noteRead({ content, ended, endedAfter, target }: ObservedExchange, objects: readonly Json[]): void {
    for (const object of objects)
      this.#shown.set(uidOf(object), Math.min(ended, this.#shown.get(uidOf(object)) ?? Number.POSITIVE_INFINITY));
    const isList = content !== undefined && 'value' in content && elementsOf(content.value) !== undefined;
    if (isList && !/[?&](?:(?:label|field)Selector|limit=\d+&continue|continue)=/.test(target))
      this.#lists.push({ path: splitTarget(target).path, ended, endedAfter, uids: new Set(objects.map(uidOf)) });
  }
}

/** The objects of an event: one, or those of a table. */
function objectsOf(object: Json): readonly Json[] {
  return elementsOf(object) ?? [object];
}
