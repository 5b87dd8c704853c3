import { ApiError } from '../../objects/api-error.ts';
import { kindOfKey, objectKey } from '../../objects/object-key.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/json-members.ts';
import { isEmptySelector } from '../../resources/label-selector-validation.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { LoopRules } from '../loop/control-loop.ts';
import { controllerOf, controllerReference, isControlledBy } from '../loop/controller-reference.ts';
import type { LoopTools } from '../loop/loop-tools.ts';
import { loopResource } from '../loop/loop-writes.ts';
import { isFinished } from '../pods/pod-readiness.ts';
import { managedObjects } from './managed-objects.ts';
import type { RolloutWrite } from './plan-rollout.ts';
import { planRollout } from './plan-rollout.ts';
import { sameTemplate } from './pod-template-hash.ts';

const SOURCE = { component: 'deployment-controller' };

/** Rolls deployments out: reads what they manage, does what `planRollout` says, and writes their status. */
export class DeploymentLoop implements LoopRules {
  readonly kind = 'Deployment';
  readonly manages = 'ReplicaSet';
  readonly adopts = true;
  readonly #tools: LoopTools;

  constructor(tools: LoopTools) {
    this.#tools = tools;
  }

  /** A pod that is gone may be the last of its template, which a deployment waits for that ends the old first. */
  concerns({ type, entry }: ObjectChange): readonly string[] {
    if (type !== 'delete' || kindOfKey(entry.key) !== 'Pod') return [];
    const owner = controllerOf(entry.value.object);
    if (owner?.kind !== this.manages) return [];
    const { namespace } = entry.value.object.metadata;
    const replicaSet = this.#tools.cache.get(objectKey(loopResource(this.manages), namespace, owner.name));
    const manager = replicaSet === undefined ? undefined : controllerOf(replicaSet.value.object);
    return manager?.kind === this.kind ? [objectKey(loopResource(this.kind), namespace, manager.name)] : [];
  }

  async reconcile(deployment: ObjectEntry): Promise<number | undefined> {
    const { object } = deployment.value;
    if (isEmptySelector(specOf(object)['selector'])) return undefined;
    const managed = await managedObjects(this.#tools.cache, this.#tools.writes, deployment, this.kind, this.manages);
    const now = this.#tools.world.clock.now();
    const replicaSets = managed.map(({ value }) => value.object);
    const plan = planRollout({ deployment: object, replicaSets, now, oldPodsRun: (current) => this.#oldPodsRun(managed, current) });
    let written = deployment;
    for (const write of plan.writes) written = await this.#carryOut(write, written, managed);
    if (plan.status !== undefined) await this.#tools.writes.status(written, plan.status);
    for (const happening of plan.happenings) this.#tools.events.record(deployment, SOURCE, happening);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  #oldPodsRun(managed: readonly ObjectEntry[], current: ApiObject | undefined): boolean {
    const old = managed.filter(({ value }) => value.object !== current);
    return old.some(({ value }) => this.#tools.cache.managedBy(value.object.metadata.uid).some((pod) => !isFinished(pod.value.object)));
  }

  /** Resolves with the deployment as it is then. */
  async #carryOut(write: RolloutWrite, deployment: ObjectEntry, managed: readonly ObjectEntry[]): Promise<ObjectEntry> {
    if (write.write === 'deployment') return this.#tools.writes.change(deployment, (object) => changed(object, write.annotations, write.spec));
    if (write.write === 'create') {
      await this.#create(write, deployment);
      return deployment;
    }
    const entry = managed.find(({ value }) => value.object.metadata.name === write.name);
    if (entry === undefined) return deployment;
    if (write.write === 'remove') await this.#tools.writes.remove(entry, { propagationPolicy: 'Background' });
    else await this.#tools.writes.change(entry, (object) => changed(object, write.annotations, write.replicas === undefined ? {} : { replicas: write.replicas }));
    return deployment;
  }

  async #create({ name, object }: Extract<RolloutWrite, { write: 'create' }>, deployment: ObjectEntry): Promise<void> {
    const { namespace } = deployment.value.object.metadata;
    const ownerReferences = [controllerReference(deployment, loopResource(this.kind))];
    try {
      await this.#tools.writes.create(this.manages, namespace, { ...object, metadata: { ...object.metadata, ownerReferences } });
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'AlreadyExists') await this.#collide(name, deployment);
      throw error;
    }
    const message = `Scaled up replica set ${name} to ${number(specOf(object)['replicas'])}`;
    this.#tools.events.record(deployment, SOURCE, { type: 'Normal', reason: 'ScalingReplicaSet', message });
  }

  /** The name is that of another's replica set: another hash is tried, of which `collisionCount` is the count. */
  async #collide(name: string, deployment: ObjectEntry): Promise<void> {
    const { object } = deployment.value;
    const taken = this.#tools.cache.get(objectKey(loopResource(this.manages), object.metadata.namespace, name));
    if (taken === undefined) return;
    const own = isControlledBy(taken.value.object, this.kind, object.metadata.uid) && sameTemplate(specOf(taken.value.object)['template'], specOf(object)['template']);
    if (own) return;
    const status = members(object['status']);
    await this.#tools.writes.status(deployment, { ...status, collisionCount: number(status['collisionCount']) + 1 });
  }
}

/** With those annotations, and those members of the spec; one that is `undefined` is taken away. */
function changed(object: ApiObject, annotations: Readonly<Record<string, string>>, spec: object): ApiObject {
  const merged = Object.fromEntries(Object.entries({ ...specOf(object), ...spec }).filter(([, value]) => value !== undefined));
  return { ...object, metadata: { ...object.metadata, annotations: { ...object.metadata.annotations, ...annotations } }, spec: merged };
}
