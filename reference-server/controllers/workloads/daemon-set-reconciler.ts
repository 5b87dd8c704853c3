import { kindOfKey } from '../../objects/object-key.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource, type NewObject } from '../runtime/controller-writes.ts';
import type { StepResult } from '../runtime/work-queue.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';
import { REVISION_LABEL, daemonRevisions, removeOldRevisions } from './daemon-revisions.ts';
import { makePods } from './make-pods.ts';
import { DaemonNodes } from './daemon-nodes.ts';
import { managedObjects } from './managed-objects.ts';
import { GENERATION_LABEL, planDaemons } from './plan-daemons.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

/** A kind that the document does not have. */
const NODE: string = 'Node';
const SOURCE = { component: 'daemonset-controller' };

/** Keeps one pod of each daemon set on each node that it fits. */
export class DaemonSetReconciler implements Reconciler {
  readonly kind = 'DaemonSet';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly countsEnded = true;
  readonly #tools: ControllerTools;
  readonly #nodes: DaemonNodes;
  /** Keys of all daemon sets, which a change of a node affects. */
  readonly #all = new Set<string>();

  constructor(tools: ControllerTools, nodes: readonly SimulatedNode[]) {
    this.#tools = tools;
    this.#nodes = new DaemonNodes(nodes);
  }

  see({ type, entry }: ObjectChange): void {
    if (kindOfKey(entry.key) !== this.kind) return;
    if (type === 'put') this.#all.add(entry.key);
    else this.#all.delete(entry.key);
  }

  concerns(change: ObjectChange): readonly string[] {
    return kindOfKey(change.entry.key) === NODE && this.#nodes.see(change) ? [...this.#all] : [];
  }

  async reconcile(daemonSet: ObjectEntry): Promise<StepResult> {
    const { object } = daemonSet.value;
    const pods = await managedObjects(this.#tools, daemonSet, this);
    const revisions =
      object.metadata.deletionTimestamp === undefined ? await daemonRevisions(this.#tools, daemonSet) : undefined;
    const hash = revisions === undefined ? {} : { hash: revisions.hash };
    const now = this.#tools.context.clock.now();
    const plan = planDaemons({ daemonSet: object, ...hash, nodes: this.#nodes.all, now }, pods);
    for (const happening of plan.happenings) this.#tools.events.record(daemonSet, SOURCE, happening);
    await removePods(this.#tools.writes, this.#tools.events, daemonSet, SOURCE, plan.surplus);
    const refusal = await makePods(
      this.#tools,
      daemonSet,
      SOURCE,
      plan.missing.map((nodeName) => this.#podFor(daemonSet, revisions?.hash ?? '', nodeName)),
    );
    if (revisions !== undefined) await removeOldRevisions(this.#tools, daemonSet, revisions, pods);
    await this.#tools.writes.status(daemonSet, plan.status);
    const after = plan.nextAt === undefined ? undefined : plan.nextAt - now;
    return refusal === undefined ? after : { refusal, after };
  }

  /** Created with its node: the scheduler is not involved. */
  #podFor(daemonSet: ObjectEntry, hash: string, nodeName: string): NewObject {
    const { template, templateGeneration } = specOf(daemonSet.value.object);
    const labels = { [GENERATION_LABEL]: String(number(templateGeneration)), [REVISION_LABEL]: hash };
    return podOfTemplate(daemonSet, controlledResource(this.kind), members(template), { labels, spec: { nodeName } });
  }
}
