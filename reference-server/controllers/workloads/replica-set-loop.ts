import { ApiError } from '../../objects/api-error.ts';
import type { ObjectEntry } from '../../objects/stored-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import { loopResource } from '../loop/loop-writes.ts';
import { isActive } from '../pods/pod-readiness.ts';
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
    const managed = await managedObjects(this.#tools.cache, this.#tools.writes, replicaSet, this.kind, this.manages);
    const pods = managed.filter(({ value }) => isActive(value.object));
    const { missing, surplus } = planReplicas(object, pods);
    await removePods(this.#tools.writes, this.#tools.events, replicaSet, SOURCE, surplus);
    const refusal = await this.#make(replicaSet, missing);
    const now = this.#tools.world.clock.now();
    // What was made or removed just now is counted when its change comes by.
    await this.#tools.writes.status(replicaSet, replicaSetStatus(object, pods, now, refusal === undefined ? undefined : withoutGeneratedName(refusal, `${object.metadata.name}-`)));
    if (refusal !== undefined) throw refusal;
    const { nextAt } = countAvailable(pods, number(specOf(object)['minReadySeconds']), now);
    return nextAt === undefined ? undefined : nextAt - now;
  }

  /** Makes so many pods, up to the first that is refused. */
  async #make(replicaSet: ObjectEntry, missing: number): Promise<ApiError | undefined> {
    const { metadata } = replicaSet.value.object;
    const pod = podOfTemplate(replicaSet, loopResource(this.kind), members(specOf(replicaSet.value.object)['template']));
    for (let made = 0; made < missing; made += 1) {
      try {
        const { value } = await this.#tools.writes.create(this.manages, metadata.namespace, pod);
        this.#tools.events.record(replicaSet, SOURCE, { type: 'Normal', reason: 'SuccessfulCreate', message: `Created pod: ${value.object.metadata.name}` });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.#tools.events.record(replicaSet, SOURCE, { type: 'Warning', reason: 'FailedCreate', message: `Error creating: ${withoutGeneratedName(error, `${metadata.name}-`)}` });
        return error;
      }
    }
    return undefined;
  }
}

/** Each try has a name of its own; what is said of it must not differ with each, or saying it would never end. */
function withoutGeneratedName({ message, details }: ApiError, base: string): string {
  const { name = '' } = details ?? {};
  return name.startsWith(base) ? message.replaceAll(name, base) : message;
}
