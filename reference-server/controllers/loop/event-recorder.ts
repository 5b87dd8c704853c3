import { ApiError } from '../../resources/api-error.ts';
import { timestamp } from '../../objects/clock.ts';
import { objectKey } from '../../objects/object-key.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { number } from '../../resources/json-members.ts';
import { inBackground } from '../background.ts';
import { LoopWrites, loopResource } from './loop-writes.ts';

/** Something that happened to an object, as an Event tells it. */
export interface Happening {
  readonly type: 'Normal' | 'Warning';
  /** Brief and in CamelCase. */
  readonly reason: string;
  readonly message: string;
}

/** Who tells of it, and from which node where it is a node's. */
export interface EventSource {
  readonly component: string;
  readonly host?: string;
}

/** Namespace of events about what is in none. */
const CLUSTER_NAMESPACE = 'default';
/** Events that may be told again by a count; older ones are told anew. */
const REMEMBERED = 4096;

/**
 * Writes Events. The same happening of the same object again raises the count of its event; the store lets an event go an hour after it was last written.
 * That one cannot be written, as when the namespace is being emptied, is nobody's concern.
 */
export class EventRecorder {
  readonly #world: ServerContext;
  readonly #writes: LoopWrites;
  readonly #report: (error: unknown) => void;
  /** Names of events by what they tell of; one that is being made has a promise. */
  readonly #told = new Map<string, Promise<string>>();

  constructor(context: ServerContext, report: (error: unknown) => void) {
    this.#world = context;
    this.#writes = new LoopWrites(context);
    this.#report = report;
  }

  record(entry: ObjectEntry, source: EventSource, happening: Happening): void {
    inBackground(this.#tell(entry, source, happening), this.#report);
  }

  async #tell(entry: ObjectEntry, source: EventSource, happening: Happening): Promise<void> {
    const { uid = '', namespace = CLUSTER_NAMESPACE } = entry.value.object.metadata;
    const same = JSON.stringify([uid, source.component, happening.type, happening.reason, happening.message]);
    const told = this.#told.get(same);
    if (told !== undefined && (await this.#raise(namespace, await told))) return;
    const making = this.#make(entry, namespace, source, happening);
    making.catch(() => this.#told.delete(same));
    this.#told.set(same, making);
    const [oldest] = this.#told.keys();
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest);
    await making;
  }

  async #make(
    { value: { object }, revision }: ObjectEntry,
    namespace: string,
    source: EventSource,
    happening: Happening,
  ): Promise<string> {
    const { name = '', uid = '' } = object.metadata;
    const now = this.#world.clock.now();
    const made = await this.#writes.create('Event', namespace, {
      metadata: { name: `${name}.${now.toString(16)}${this.#world.ids.suffix()}` },
      involvedObject: {
        kind: object.kind,
        namespace: object.metadata.namespace ?? '',
        name,
        uid,
        apiVersion: object.apiVersion,
        resourceVersion: String(revision),
      },
      ...happening,
      source,
      firstTimestamp: timestamp(now),
      lastTimestamp: timestamp(now),
      count: 1,
    });
    return made.value.object.metadata.name ?? '';
  }

  /** Whether the event is still there, and now tells of once more. */
  async #raise(namespace: string, name: string): Promise<boolean> {
    const entry = await this.#world.store.get(objectKey(loopResource('Event'), namespace, name));
    if (entry === undefined) return false;
    try {
      await this.#writes.change(entry, (object) => ({
        ...object,
        count: number(object['count']) + 1,
        lastTimestamp: timestamp(this.#world.clock.now()),
      }));
    } catch (error) {
      // Raised by another at the same time: a count is no more than a hint of how often.
      if (!(error instanceof ApiError) || error.reason !== 'Conflict') throw error;
    }
    return true;
  }
}
