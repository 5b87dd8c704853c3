import type { ObjectEntry } from '../../objects/stored-object.ts';
import type { World } from '../../objects/world.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { EventRecorder } from '../loop/event-recorder.ts';
import { LoopWrites, loopResource } from '../loop/loop-writes.ts';
import type { ObjectCache } from '../loop/object-cache.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';
import { managedObjects } from './managed-objects.ts';
import { GENERATION_LABEL, planDaemons } from './plan-daemons.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

const SOURCE = { component: 'daemonset-controller' };

/** Keeps one pod of each daemon set on each node that it fits. */
export class DaemonSetLoop implements LoopRules {
  readonly kind = 'DaemonSet';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly #world: World;
  readonly #cache: ObjectCache;
  readonly #events: EventRecorder;
  readonly #writes: LoopWrites;
  readonly #nodes: readonly SimulatedNode[];

  constructor(world: World, cache: ObjectCache, events: EventRecorder, nodes: readonly SimulatedNode[]) {
    this.#world = world;
    this.#cache = cache;
    this.#events = events;
    this.#nodes = nodes;
    this.#writes = new LoopWrites(world);
  }

  async reconcile(daemonSet: ObjectEntry): Promise<number | undefined> {
    const { object } = daemonSet.value;
    const pods = await managedObjects(this.#cache, this.#writes, daemonSet, this.kind, this.manages);
    const now = this.#world.clock.now();
    const plan = planDaemons(object, pods, this.#nodes, now);
    await removePods(this.#writes, this.#events, daemonSet, SOURCE, plan.surplus);
    for (const nodeName of plan.missing) await this.#make(daemonSet, nodeName);
    await this.#writes.status(daemonSet, plan.status);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  /** Made on its node at once: the scheduler is not asked. */
  async #make(daemonSet: ObjectEntry, nodeName: string): Promise<void> {
    const { object } = daemonSet.value;
    const labels = { [GENERATION_LABEL]: String(number(specOf(object)['templateGeneration'])) };
    const pod = podOfTemplate(daemonSet, loopResource(this.kind), members(specOf(object)['template']), { labels, spec: { nodeName } });
    const { value } = await this.#writes.create(this.manages, object.metadata.namespace, pod);
    this.#events.record(daemonSet, SOURCE, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${value.object.metadata.name}` });
  }
}
