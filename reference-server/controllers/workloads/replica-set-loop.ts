import { ApiError } from '../../objects/api-error.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import type { NewObject } from '../loop/loop-writes.ts';
import { loopResource } from '../loop/loop-writes.ts';
import { isActive } from '../pods/pod-readiness.ts';
import { makePod, refusalOf } from './make-pod.ts';
import { managedObjects } from './managed-objects.ts';
import { countAvailable, planReplicas, replicaSetStatus } from './plan-replicas.ts';
import { podOfTemplate } from './pod-of-template.ts';
import { removePods } from './remove-pods.ts';

const SOURCE = { component: 'replicaset-controller' };

/** Keeps as many pods as a replica set wants, and tells in its status how many there are. */
export class ReplicaSetLoop implements LoopRules {
  readonly kind = 'ReplicaSet';
  readonly manages = 'Pod';
  readonly adopts = true;
  readonly #tools: LoopTools;

  constructor(tools: LoopTools) {
    this.#tools = tools;
  }

  async reconcile(replicaSet: ObjectEntry): Promise<number | undefined> {
    const { object } = replicaSet.value;
    const managed = await managedObjects(this.#tools, replicaSet, this);
    const pods = managed.filter(({ value }) => isActive(value.object));
    const { missing, surplus } = planReplicas(object, pods);
    await removePods(this.#tools.writes, this.#tools.events, replicaSet, SOURCE, surplus);
    const pod = podOfTemplate(replicaSet, loopResource(this.kind), members(specOf(object)['template']));
    const refusal = await this.#make(replicaSet, pod, missing);
    const now = this.#tools.world.clock.now();
    // What was made or removed just now is counted when its change comes by.
    await this.#tools.writes.status(replicaSet, replicaSetStatus(object, pods, now, refusal === undefined ? undefined : refusalOf(refusal, pod)));
    if (refusal !== undefined) throw refusal;
    const { nextAt } = countAvailable(pods, number(specOf(object)['minReadySeconds']), now);
    return nextAt === undefined ? undefined : nextAt - now;
  }

  /** Makes so many pods, up to the first that is refused. */
  async #make(replicaSet: ObjectEntry, pod: NewObject, missing: number): Promise<ApiError | undefined> {
    try {
      for (let made = 0; made < missing; made += 1) await makePod(this.#tools, replicaSet, SOURCE, pod);
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
    return undefined;
  }
}
