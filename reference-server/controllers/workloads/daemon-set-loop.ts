import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import { loopResource } from '../loop/loop-writes.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';
import { REVISION_LABEL, daemonRevisions, removeOldRevisions } from './daemon-revisions.ts';
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
    const revisions = object.metadata.deletionTimestamp === undefined ? await daemonRevisions(this.#tools, daemonSet) : undefined;
    const hash = revisions === undefined ? {} : { hash: revisions.hash };
    const now = this.#tools.world.clock.now();
    const plan = planDaemons({ daemonSet: object, ...hash, nodes: this.#nodes, now }, pods);
    for (const happening of plan.happenings) this.#tools.events.record(daemonSet, SOURCE, happening);
    await removePods(this.#tools.writes, this.#tools.events, daemonSet, SOURCE, plan.surplus);
    for (const nodeName of plan.missing) await this.#make(daemonSet, revisions?.hash ?? '', nodeName);
    if (revisions !== undefined) await removeOldRevisions(this.#tools, daemonSet, revisions, pods);
    await this.#tools.writes.status(daemonSet, plan.status);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  /** Made on its node at once: the scheduler is not asked. */
  async #make(daemonSet: ObjectEntry, hash: string, nodeName: string): Promise<void> {
    const { object } = daemonSet.value;
    const labels = { [GENERATION_LABEL]: String(number(specOf(object)['templateGeneration'])), [REVISION_LABEL]: hash };
    const pod = podOfTemplate(daemonSet, loopResource(this.kind), members(specOf(object)['template']), { labels, spec: { nodeName } });
    await makePod(this.#tools, daemonSet, SOURCE, pod);
  }
}
