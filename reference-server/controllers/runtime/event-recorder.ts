import { ApiError } from '../../resources/api-error.ts';
import { timestamp } from '../../objects/schema/timestamp.ts';
import { objectKey } from '../../objects/object-key.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { number } from '../../resources/values/json-members.ts';
import { inBackground } from './background.ts';
import { ControllerWrites, controlledResource } from './controller-writes.ts';

/** An occurrence on an object, reported as an Event. */
export interface Occurrence {
  readonly type: 'Normal' | 'Warning';
  /** Brief and in CamelCase. */
  readonly reason: string;
  readonly message: string;
}

/** The reporting component, and its node if it has one. */
export interface EventSource {
  readonly component: string;
  readonly host?: string;
}

/** Namespace of events about cluster-scoped objects. */
const CLUSTER_NAMESPACE = 'default';
/** Events whose count can be raised; older ones are created anew. */
const REMEMBERED = 4096;

/**
 * Writes Events. A repeated occurrence on the same object raises the count of its event; the store expires an event
 * an hour after its last write. A failed write, as in a terminating namespace, is ignored.
 */
export class EventRecorder {
  readonly #context: ServerContext;
  readonly #writes: ControllerWrites;
  readonly #report: (error: unknown) => void;
  /** Names of events by their content; an event being created has a promise. */
  readonly #written = new Map<string, Promise<string>>();

  constructor(context: ServerContext, report: (error: unknown) => void) {
    this.#context = context;
    this.#writes = new ControllerWrites(context);
    this.#report = report;
  }

  record(entry: ObjectEntry, source: EventSource, happening: Occurrence): void {
    inBackground(this.#tell(entry, source, happening), this.#report);
  }

  async #tell(entry: ObjectEntry, source: EventSource, happening: Occurrence): Promise<void> {
    const { uid = '', namespace = CLUSTER_NAMESPACE } = entry.value.object.metadata;
    const same = JSON.stringify([uid, source.component, happening.type, happening.reason, happening.message]);
    const written = this.#written.get(same);
    if (written !== undefined && (await this.#raise(namespace, await written))) return;
    const making = this.#make(entry, namespace, source, happening);
    making.catch(() => this.#written.delete(same));
    this.#written.set(same, making);
    const [oldest] = this.#written.keys();
    if (this.#written.size > REMEMBERED && oldest !== undefined) this.#written.delete(oldest);
    await making;
  }

  async #make(
    { value: { object }, revision }: ObjectEntry,
    namespace: string,
    source: EventSource,
    happening: Occurrence,
  ): Promise<string> {
    const { name = '', uid = '' } = object.metadata;
    const now = this.#context.clock.now();
    const made = await this.#writes.create('Event', namespace, {
      metadata: { name: `${name}.${now.toString(16)}${this.#context.ids.suffix()}` },
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

  /** Raises the count of an event; returns whether it still exists. */
  async #raise(namespace: string, name: string): Promise<boolean> {
    const entry = await this.#context.store.get(objectKey(controlledResource('Event'), namespace, name));
    if (entry === undefined) return false;
    try {
      await this.#writes.change(entry, (object) => ({
        ...object,
        count: number(object['count']) + 1,
        lastTimestamp: timestamp(this.#context.clock.now()),
      }));
    } catch (error) {
      // Another writer raised it at the same time: the count is only approximate.
      if (!(error instanceof ApiError) || error.reason !== 'Conflict') throw error;
    }
    return true;
  }
}
