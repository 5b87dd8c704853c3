import { kindOfKey } from '../../objects/object-key.ts';
import { type ObjectChange, type ObjectEntry, storedObject } from '../../objects/stored-object.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { members, number, text } from '../../resources/values/json-members.ts';
import { specOf, withSpec } from '../../resources/template-owner.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import type { EventRecorder } from '../runtime/event-recorder.ts';
import { ControllerWrites } from '../runtime/controller-writes.ts';
import { conditionOf, withCondition } from '../runtime/with-condition.ts';
import { NodeOffers } from './node-offers.ts';
import { planPod, stoppedStatus } from './plan-pod.ts';
import { PodAddresses } from './pod-addresses.ts';
import { stopsAfterMs } from './pod-hooks.ts';
import { isFinished } from './pod-readiness.ts';
import type { SimulatedNode } from './simulated-nodes.ts';
import { skippedKeys } from './skipped-keys.ts';

const SCHEDULER = 'default-scheduler';
/** Beyond the document's kinds. */
const NODE: string = 'Node';

/**
 * The scheduler and the agents of simulated nodes: each pod that fits a node is assigned to the one with the fewest
 * pods, its containers behave as its annotations say, and after its delete it is removed once they have stopped.
 * Pods for another node or another scheduler are ignored.
 */
export class PodReconciler implements Reconciler {
  readonly kind = 'Pod';
  readonly #context: ServerContext;
  readonly #writes: ControllerWrites;
  readonly #events: EventRecorder;
  readonly #nodes: ReadonlyMap<string, SimulatedNode>;
  readonly #addresses = new PodAddresses();
  /** Pods on each node, including those that are about to be assigned. */
  readonly #loads = new Map<string, number>();
  /** Keys of the pods that are about to be assigned, and their node. */
  readonly #assumed = new Map<string, string>();
  readonly #offers: NodeOffers;
  /** Keys of the pods without a node. */
  readonly #homeless = new Set<string>();

  constructor(context: ServerContext, events: EventRecorder, nodes: readonly SimulatedNode[]) {
    this.#context = context;
    this.#writes = new ControllerWrites(context);
    this.#events = events;
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.#offers = new NodeOffers(nodes);
  }

  see(change: ObjectChange): void {
    const kind = kindOfKey(change.entry.key);
    if (kind === NODE) this.#offers.see(change);
    else if (kind === this.kind) this.#seePod(change);
  }

  /** A change of a node may be what pods without one wait for. */
  concerns({ entry }: ObjectChange): readonly string[] {
    return kindOfKey(entry.key) === NODE ? [...this.#homeless] : [];
  }

  #seePod({ type, entry, previous }: ObjectChange): void {
    const before = this.#assumed.get(entry.key) ?? (previous === undefined ? '' : nodeNameOf(previous));
    const after = type === 'put' ? nodeNameOf(entry) : '';
    if (type === 'delete' || after !== '') {
      this.#assumed.delete(entry.key);
      this.#move(before, after);
    }
    if (type === 'put' && after === '') this.#homeless.add(entry.key);
    else this.#homeless.delete(entry.key);
    if (type === 'delete') this.#addresses.release(entry.key);
    else this.#noteAddress(entry);
  }

  /** An address that a pod had before this server started is not assigned to another. */
  #noteAddress({ key, value: { object } }: ObjectEntry): void {
    const podIP = text(members(object['status'])['podIP']);
    if (podIP !== '' && specOf(object)['hostNetwork'] !== true) this.#addresses.of(key, '', podIP);
  }

  #move(before: string, after: string): void {
    if (before === after) return;
    this.#loads.set(before, (this.#loads.get(before) ?? 1) - 1);
    this.#loads.set(after, (this.#loads.get(after) ?? 0) + 1);
  }

  async reconcile(pod: ObjectEntry): Promise<number | undefined> {
    const name = nodeNameOf(pod);
    if (name === '') return this.#schedule(pod);
    const node = this.#nodes.get(name);
    if (node === undefined) return undefined;
    if (pod.value.object.metadata.deletionTimestamp !== undefined) return this.#stop(pod);
    return isFinished(pod.value.object) ? undefined : this.#live(pod, node);
  }

  async #schedule(pod: ObjectEntry): Promise<undefined> {
    const { object } = pod.value;
    const spec = specOf(object);
    if (object.metadata.deletionTimestamp !== undefined || isFinished(object)) return;
    if (![SCHEDULER, ''].includes(text(spec['schedulerName']))) return;
    const [node] = this.#offers.for(spec).sort((a, b) => this.#load(a) - this.#load(b));
    if (node !== undefined) await this.#bind(pod, node);
    else await this.#report(pod);
  }

  #load({ name }: SimulatedNode): number {
    return this.#loads.get(name) ?? 0;
  }

  /** Writes the node into the spec, which a client's write cannot do. */
  async #bind(pod: ObjectEntry, node: SimulatedNode): Promise<void> {
    const { object } = pod.value;
    const bound = withSpec(object, { ...specOf(object), nodeName: node.name });
    const status = withCondition(
      members(object['status']),
      { type: 'PodScheduled', status: 'True' },
      this.#context.clock.now(),
      { lastProbeTime: null },
    );
    this.#move(this.#assumed.get(pod.key) ?? '', node.name);
    this.#assumed.set(pod.key, node.name);
    const written = await this.#context.store.write(pod.key, storedObject({ ...bound, status }, pod.value), {
      expect: pod.revision,
    });
    if (!written.ok) return;
    const message = `Successfully assigned ${object.metadata.name} to ${node.name}`;
    this.#events.record(pod, { component: SCHEDULER }, { type: 'Normal', reason: 'Scheduled', message });
  }

  async #report(pod: ObjectEntry): Promise<void> {
    const message = `No nodes are available that match all of the predicates: none of ${this.#nodes.size} fits`;
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message } as const;
    const old = members(pod.value.object['status']);
    await this.#writes.status(pod, withCondition(old, condition, this.#context.clock.now(), { lastProbeTime: null }));
    if (conditionOf(old, 'PodScheduled')?.['reason'] !== condition.reason)
      this.#events.record(pod, { component: SCHEDULER }, { type: 'Warning', reason: 'FailedScheduling', message });
  }

  async #live(pod: ObjectEntry, node: SimulatedNode): Promise<number | undefined> {
    const { object } = pod.value;
    const { clock, ids } = this.#context;
    const known = text(members(object['status'])['podIP']);
    const podIP =
      specOf(object)['hostNetwork'] === true ? node.ip : this.#addresses.of(pod.key, node.podNetwork, known);
    const now = clock.now();
    const plan = planPod(object, { now, hostIP: node.ip, podIP, newId: () => ids.uid() });
    await this.#writes.status(pod, plan.status);
    const skipped = await Promise.all(
      plan.starts.map((container) => skippedKeys(this.#context, object.metadata.namespace, container)),
    );
    for (const happening of [...plan.happenings, ...skipped.flat()])
      this.#events.record(pod, { component: 'kubelet', host: node.name }, happening);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  /** The deletionTimestamp lies a grace period after the delete. A stopped pod is removed unless it has finalizers. */
  async #stop(pod: ObjectEntry): Promise<number | undefined> {
    const { deletionTimestamp = '', deletionGracePeriodSeconds } = pod.value.object.metadata;
    const end = Date.parse(deletionTimestamp);
    const begun = end - number(deletionGracePeriodSeconds) * 1000;
    const due = Math.min(begun + stopsAfterMs(pod.value.object), end);
    const now = this.#context.clock.now();
    if (due > now) return due - now;
    await this.#writes.status(pod, stoppedStatus(pod.value.object, now, due < end));
    await this.#writes.remove(pod, { gracePeriodSeconds: 0 });
    return undefined;
  }
}

function nodeNameOf({ value }: ObjectEntry): string {
  return text(specOf(value.object)['nodeName']);
}
