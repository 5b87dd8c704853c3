import type { Kind } from '../../../spec/surface/resources.ts';
import type { Clock } from '../../objects/clock.ts';
import { kindOfKey, objectKey } from '../../objects/object-key.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import type { Controller } from './controller.ts';
import { controllerOf } from './controller-reference.ts';
import { controlledResource } from './controller-writes.ts';
import type { InformerCache } from './informer-cache.ts';
import { type StepResult, WorkQueue } from './work-queue.ts';

/** The rules that bring the objects of a kind to their desired state. */
export interface Reconciler {
  readonly kind: Kind;
  /** The kind of the managed objects; absent if there are none. */
  readonly manages?: Kind;
  /** Whether it may adopt orphans that its selector matches. */
  readonly adopts?: boolean;
  /** One step. */
  reconcile(entry: ObjectEntry): Promise<StepResult>;
  /** Called for every change before the reconciliation. */
  see?(change: ObjectChange): void;
  /** Keys of further objects of the kind that a change affects. */
  concerns?(change: ObjectChange): readonly string[];
}

export interface WorkloadControllerOptions {
  readonly cache: InformerCache;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/**
 * A workload controller: every change of an object of its kind, or of a managed object, queues the key of that
 * object, and the rules are applied to its present state. Without changes it does nothing.
 */
export class WorkloadController implements Controller {
  readonly #rules: Reconciler;
  readonly #cache: InformerCache;
  readonly #queue: WorkQueue;

  constructor(rules: Reconciler, { cache, clock, report }: WorkloadControllerOptions) {
    this.#rules = rules;
    this.#cache = cache;
    this.#queue = new WorkQueue({ clock, report, reconcile: (key) => this.#reconcile(key) });
  }

  get idle(): boolean {
    return this.#queue.idle;
  }

  see(change: ObjectChange): void {
    this.#rules.see?.(change);
    const kind = kindOfKey(change.entry.key);
    if (kind === this.#rules.kind) this.#queue.add(change.entry.key);
    else if (kind === this.#rules.manages) this.#seeManaged(change);
    for (const key of this.#rules.concerns?.(change) ?? []) this.#queue.add(key);
  }

  stop(): void {
    this.#queue.stop();
  }

  #seeManaged({ type, entry, previous }: ObjectChange): void {
    const before = previous === undefined ? undefined : this.#managerOf(previous);
    const after = this.#managerOf(entry);
    if (before !== undefined && before !== after) this.#queue.add(before);
    if (after !== undefined) this.#queue.add(after);
    else if (type === 'put' && this.#rules.adopts === true)
      for (const key of this.#cache.selectorsOf(this.#rules.kind, entry)) this.#queue.add(key);
  }

  #managerOf({ value: { object } }: ObjectEntry): string | undefined {
    const controller = controllerOf(object);
    return controller?.kind === this.#rules.kind
      ? objectKey(controlledResource(this.#rules.kind), object.metadata.namespace, controller.name)
      : undefined;
  }

  async #reconcile(key: string): Promise<StepResult> {
    await this.#cache.current();
    const entry = this.#cache.get(key);
    if (entry !== undefined) return this.#rules.reconcile(entry);
    this.#queue.forget(key);
    return undefined;
  }
}
