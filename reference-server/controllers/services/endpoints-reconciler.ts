import { collectionPrefix, kindOfKey, objectKey } from '../../objects/object-key.ts';
import { sameJson } from '../../resources/values/same-json.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { isEmptyMap } from '../../resources/values/json-members.ts';
import { selectorMatches } from '../../resources/validation/label-selector-validation.ts';
import { storedSubsets } from '../../resources/values/repacked-subsets.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import { KeySets } from '../runtime/key-sets.ts';
import { ControllerWrites, controlledResource } from '../runtime/controller-writes.ts';
import { bucketOf, bucketsOf } from '../runtime/selector-buckets.ts';
import { planEndpoints } from './plan-endpoints.ts';

const POD = 'Pod';
/** A kind that the document does not have. */
const ENDPOINTS: string = 'Endpoints';

/**
 * Maintains the Endpoints of each service with a selector. Services are filed by selector, and each keeps its
 * matching pods, so the cost of a pod's change does not grow with their numbers.
 */
export class EndpointsReconciler implements Reconciler {
  readonly kind = 'Service';
  readonly #context: ServerContext;
  readonly #writes: ControllerWrites;
  readonly #services = new Map<string, ObjectEntry>();
  readonly #buckets = new KeySets();
  /** By service key: its pods by key; absent until they have been searched. */
  readonly #taken = new Map<string, Map<string, ObjectEntry>>();

  /** Keys of the pods that went during the search for those of a service. */
  readonly #missed = new Map<string, Set<string>>();

  constructor(context: ServerContext) {
    this.#context = context;
    this.#writes = new ControllerWrites(context);
  }

  see({ type, entry }: ObjectChange): void {
    if (kindOfKey(entry.key) !== this.kind) return;
    const known = this.#services.get(entry.key);
    if (known !== undefined) this.#buckets.delete(bucket(known), entry.key);
    this.#services.delete(entry.key);
    if (known === undefined || type === 'delete' || !sameJson(selectorOf(known), selectorOf(entry)))
      this.#taken.delete(entry.key);
    if (type === 'delete' || isEmptyMap(selectorOf(entry))) return;
    this.#services.set(entry.key, entry);
    this.#buckets.add(bucket(entry), entry.key);
  }

  /**
   * Services that matched the pod, or match it now; or the service whose Endpoints a client may have changed or
   * deleted.
   */
  concerns(change: ObjectChange): readonly string[] {
    const kind = kindOfKey(change.entry.key);
    if (kind === ENDPOINTS) return this.#serviceOf(change.entry);
    return kind === POD ? this.#concernedBy(change) : [];
  }

  #serviceOf({ value: { object } }: ObjectEntry): readonly string[] {
    const key = objectKey(controlledResource(this.kind), object.metadata.namespace, object.metadata.name ?? '');
    return this.#services.has(key) ? [key] : [];
  }

  #concernedBy({ type, entry, previous }: ObjectChange): readonly string[] {
    const keys = new Set([...this.#takers(entry), ...(previous === undefined ? [] : this.#takers(previous))]);
    for (const key of keys) {
      const pods = this.#taken.get(key);
      if (type === 'put' && this.#takes(key, entry)) pods?.set(entry.key, entry);
      else pods?.delete(entry.key);
      if (type === 'delete') this.#missed.get(key)?.add(entry.key);
    }
    return [...keys];
  }

  async reconcile(service: ObjectEntry): Promise<undefined> {
    if (!this.#services.has(service.key)) return;
    const pods = this.#taken.get(service.key) ?? (await this.#lookFor(service));
    const subsets = planEndpoints(
      service.value.object,
      [...pods.values()].map(({ value }) => value.object),
    );
    await this.#write(service, storedSubsets(subsets, this.#context.choices));
  }

  #takers({ value: { object } }: ObjectEntry): string[] {
    const found = bucketsOf(POD, object.metadata.namespace ?? '', object.metadata.labels).flatMap((name) => [
      ...this.#buckets.of(name),
    ]);
    return found.filter((key) => this.#selects(key, object.metadata.labels));
  }

  #takes(key: string, { value: { object } }: ObjectEntry): boolean {
    return this.#selects(key, object.metadata.labels);
  }

  #selects(key: string, labels: unknown): boolean {
    const service = this.#services.get(key);
    return service !== undefined && selectorMatches({ matchLabels: selectorOf(service) }, labels);
  }

  /** Once for each selector; afterwards changes keep it up to date. */
  async #lookFor(service: ObjectEntry): Promise<Map<string, ObjectEntry>> {
    const pods = new Map<string, ObjectEntry>();
    const missed = new Set<string>();
    this.#taken.set(service.key, pods);
    this.#missed.set(service.key, missed);
    const { entries } = await this.#context.store.range(
      collectionPrefix(controlledResource(POD), service.value.object.metadata.namespace),
    );
    for (const pod of entries) {
      const known = pods.get(pod.key);
      if (
        !missed.has(pod.key) &&
        this.#takes(service.key, pod) &&
        (known === undefined || known.revision < pod.revision)
      )
        pods.set(pod.key, pod);
    }
    this.#missed.delete(service.key);
    return pods;
  }

  /** Endpoints have the labels of their service and name it as their owner, so they are deleted with it. */
  async #write(service: ObjectEntry, subsets: unknown): Promise<void> {
    const { name = '', namespace, uid = '', labels } = service.value.object.metadata;
    const there = await this.#context.store.get(objectKey(controlledResource(ENDPOINTS), namespace, name));
    const labelled = labels === undefined ? {} : { labels };
    if (there === undefined)
      await this.#writes.create(ENDPOINTS, namespace, {
        metadata: { name, ...labelled, ownerReferences: [{ apiVersion: 'v1', kind: this.kind, name, uid }] },
        subsets,
      });
    else if (
      !sameJson(there.value.object['subsets'], subsets) ||
      !sameJson(there.value.object.metadata.labels, labels)
    ) {
      await this.#writes.change(there, (object) => {
        const { labels: _, ...metadata } = object.metadata;
        return { ...object, metadata: { ...metadata, ...labelled }, subsets };
      });
    }
  }
}

function selectorOf({ value }: ObjectEntry): unknown {
  return specOf(value.object)['selector'];
}

function bucket(service: ObjectEntry): string {
  return bucketOf(POD, service.value.object.metadata.namespace ?? '', { matchLabels: selectorOf(service) });
}
