import { splitTarget } from '../../../shared/exchange-log/split-target.ts';
import {
  controllerOf,
  isOfControllers,
  isOwned,
  isScheduled,
  objectsIn,
  targetObject,
  uidOf,
} from './controlled-objects.ts';
import { elementsOf, withoutElements } from '../values/list-elements.ts';
import { type Json, memberOf, textOf } from '../values/json-value.ts';
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
  /** The same of those that exist because the minute of a cron job came. */
  readonly scheduled = new Map<string, ObservedExchange>();
  /** Whether the minute of a cron job came, as its status or its jobs show. */
  hasScheduled = false;
  /** The jobs of cron jobs. */
  readonly #scheduledJobs = new Set<string>();
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
    const shown = [...inResponse, ...exchange.events.flatMap(({ object }) => objectsOf(object))];
    this.hasScheduled ||= shown.some(isScheduled);
    for (const object of shown) this.#noteJob(object);
    for (const object of shown.filter(isMade))
      (this.#isOfSchedule(object) ? this.scheduled : this.made).set(plural, exchange);
    this.hasScheduled ||= this.scheduled.size > 0;
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

  /** Notes the job that an object is, belongs to or is about, if no client made it: then a cron job did. */
  #noteJob(object: Json): void {
    const controller = controllerOf(object);
    if (textOf(controller, 'kind') === 'CronJob') this.#scheduledJobs.add(textOf(memberOf(object, 'metadata'), 'name'));
    for (const job of [controller, memberOf(object, 'involvedObject')])
      if (textOf(job, 'kind') === 'Job' && !this.#writes.isMade(textOf(job, 'uid')))
        this.#scheduledJobs.add(textOf(job, 'name'));
  }

  /** Whether it is a job of a cron job, a pod of such a job, or an event about these. */
  #isOfSchedule(object: Json): boolean {
    const about = memberOf(object, 'involvedObject');
    const [kind, name] = [textOf(about, 'kind'), textOf(about, 'name')];
    if (about !== undefined) return kind === 'CronJob' || this.isScheduledName(`${kind.toLowerCase()}s`, name);
    const controller = controllerOf(object);
    return textOf(controller, 'kind') === 'CronJob' || this.isScheduledName('jobs', textOf(controller, 'name'));
  }

  /** Whether it is the name of a job of a cron job, or of a pod of such a job. */
  isScheduledName(plural: string, name: string): boolean {
    return (
      (plural === 'jobs' && this.#scheduledJobs.has(name)) ||
      (plural === 'pods' && this.#scheduledJobs.has(name.slice(0, name.lastIndexOf('-'))))
    );
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
