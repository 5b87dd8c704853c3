import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource } from '../runtime/controller-writes.ts';
import type { StepResult } from '../runtime/work-queue.ts';
import { isActive } from '../pods/pod-readiness.ts';
import { makePods, refusalOf } from './make-pods.ts';
import { managedObjects } from './managed-objects.ts';
import { countAvailable, planReplicas, replicaSetStatus } from './plan-replicas.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

const SOURCE = { component: 'replicaset-controller' };

/** Keeps the wanted number of pods of a replica set, and reports the present number in its status. */
export class ReplicaSetReconciler implements Reconciler {
  readonly kind = 'ReplicaSet';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly #tools: ControllerTools;

  constructor(tools: ControllerTools) {
    this.#tools = tools;
  }

  async reconcile(replicaSet: ObjectEntry): Promise<StepResult> {
    const { object } = replicaSet.value;
    const managed = await managedObjects(this.#tools, replicaSet, this);
    const pods = managed.filter(({ value }) => isActive(value.object));
    const { missing, surplus } = planReplicas(object, pods);
    await removePods(this.#tools.writes, this.#tools.events, replicaSet, SOURCE, surplus);
    const pod = podOfTemplate(replicaSet, controlledResource(this.kind), members(specOf(object)['template']));
    const refusal = await makePods(
      this.#tools,
      replicaSet,
      SOURCE,
      Array.from({ length: missing }, () => pod),
    );
    const now = this.#tools.context.clock.now();
    // Pods created or deleted in this step are counted when their change is seen.
    await this.#tools.writes.status(
      replicaSet,
      replicaSetStatus(object, pods, now, refusal === undefined ? undefined : refusalOf(refusal, pod)),
    );
    const { nextAt } = countAvailable(pods, number(specOf(object)['minReadySeconds']), now);
    const after = nextAt === undefined ? undefined : nextAt - now;
    return refusal === undefined ? after : { refusal, after };
  }
}
