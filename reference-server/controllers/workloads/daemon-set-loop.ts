import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import { loopResource } from '../loop/loop-writes.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';
import { makePod } from './make-pod.ts';
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
  readonly countsEnded = true;
  readonly #tools: LoopTools;
  readonly #nodes: readonly SimulatedNode[];

  constructor(tools: LoopTools, nodes: readonly SimulatedNode[]) {
    this.#tools = tools;
    this.#nodes = nodes;
  }

  async reconcile(daemonSet: ObjectEntry): Promise<number | undefined> {
    const { object } = daemonSet.value;
    const pods = await managedObjects(this.#tools, daemonSet, this);
    const now = this.#tools.world.clock.now();
    const plan = planDaemons(object, pods, this.#nodes, now);
    for (const happening of plan.happenings) this.#tools.events.record(daemonSet, SOURCE, happening);
    await removePods(this.#tools.writes, this.#tools.events, daemonSet, SOURCE, plan.surplus);
    for (const nodeName of plan.missing) await this.#make(daemonSet, nodeName);
    await this.#tools.writes.status(daemonSet, plan.status);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  /** Made on its node at once: the scheduler is not asked. */
  async #make(daemonSet: ObjectEntry, nodeName: string): Promise<void> {
    const { object } = daemonSet.value;
    const labels = { [GENERATION_LABEL]: String(number(specOf(object)['templateGeneration'])) };
    const pod = podOfTemplate(daemonSet, loopResource(this.kind), members(specOf(object)['template']), { labels, spec: { nodeName } });
    await makePod(this.#tools, daemonSet, SOURCE, pod);
  }
}
