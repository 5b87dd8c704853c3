import { ApiError } from '../../resources/api-error.ts';
import { kindOfKey, objectKey } from '../../objects/object-key.ts';
import type { ObjectChange, ObjectEntry } from '../../objects/stored-object.ts';
import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { isEmptySelector } from '../../resources/validation/label-selector-validation.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Reconciler } from '../runtime/workload-controller.ts';
import { controllerOf, controllerReference, isControlledBy } from '../runtime/controller-reference.ts';
import type { ControllerTools } from '../runtime/controller-tools.ts';
import { controlledResource } from '../runtime/controller-writes.ts';
import { isFinished } from '../pods/pod-readiness.ts';
import { withCreateFailure } from './deployment-status.ts';
import { labelWithHash } from './label-with-hash.ts';
import { managedObjects } from './managed-objects.ts';
import type { ReplicaSetCreation, RolloutWrite } from './rollout-plan.ts';
import { planRollout } from './plan-rollout.ts';
import { sameTemplate } from './pod-template-hash.ts';
import { REVISION } from './revisions.ts';

const SOURCE = { component: 'deployment-controller' };

/** The deployment and its managed objects, by name, after the writes so far. */
interface RolloutState {
  deployment: ObjectEntry;
  readonly replicaSets: Map<string | undefined, ObjectEntry>;
}

/** Rolls deployments out: reads the managed objects, executes `planRollout`, and writes the status. */
export class DeploymentReconciler implements Reconciler {
  readonly kind = 'Deployment';
  readonly manages = 'ReplicaSet';
  readonly adopts = true;
  readonly #tools: ControllerTools;

  constructor(tools: ControllerTools) {
    this.#tools = tools;
  }

  /** A deleted pod may be the last of its template, for which a Recreate deployment waits. */
  concerns({ type, entry }: ObjectChange): readonly string[] {
    if (type !== 'delete' || kindOfKey(entry.key) !== 'Pod') return [];
    const owner = controllerOf(entry.value.object);
    if (owner?.kind !== this.manages) return [];
    const { namespace } = entry.value.object.metadata;
    const replicaSet = this.#tools.cache.get(objectKey(controlledResource(this.manages), namespace, owner.name));
    const manager = replicaSet === undefined ? undefined : controllerOf(replicaSet.value.object);
    return manager?.kind === this.kind ? [objectKey(controlledResource(this.kind), namespace, manager.name)] : [];
  }

  async reconcile(deployment: ObjectEntry): Promise<number | undefined> {
    const { object } = deployment.value;
    if (isEmptySelector(specOf(object)['selector'])) return undefined;
    const managed = await managedObjects(this.#tools, deployment, this);
    if (!(await this.#label(managed, object))) return undefined;
    const now = this.#tools.context.clock.now();
    const podsRun = ({ metadata }: ApiObject): boolean =>
      this.#tools.cache.managedBy(metadata.uid).some((pod) => !isFinished(pod.value.object));
    const plan = planRollout({
      deployment: object,
      replicaSets: managed.map(({ value }) => value.object),
      now,
      podsRun,
    });
    const step = {
      deployment,
      replicaSets: new Map(managed.map((entry) => [entry.value.object.metadata.name, entry])),
    };
    for (const write of plan.writes) {
      await this.#carryOut(write, step);
      if (write.happening !== undefined) this.#tools.events.record(deployment, SOURCE, write.happening);
    }
    // Through the status, which does not count as a new generation.
    const annotations = plan.revision === undefined ? {} : { [REVISION]: String(plan.revision) };
    if (plan.status !== undefined) await this.#tools.writes.status(step.deployment, plan.status, annotations);
    return plan.nextAt === undefined ? undefined : plan.nextAt - now;
  }

  /**
   * Whether all replica sets have the hash of their template; if one lacks it, its own changes trigger the next
   * step.
   */
  async #label(managed: readonly ObjectEntry[], deployment: ApiObject): Promise<boolean> {
    if (deployment.metadata.deletionTimestamp !== undefined) return true;
    const collisions = number(members(deployment['status'])['collisionCount']);
    let labelled = true;
    for (const entry of managed) labelled = (await labelWithHash(this.#tools, entry, collisions)) && labelled;
    return labelled;
  }

  async #carryOut(write: RolloutWrite, step: RolloutState): Promise<void> {
    const { writes } = this.#tools;
    if (write.write === 'deployment')
      step.deployment = await writes.change(step.deployment, (object) => changed(object, write));
    if (write.write === 'create') await this.#create(write, step.deployment);
    if (write.write === 'deployment' || write.write === 'create') return;
    const entry = step.replicaSets.get(write.name);
    if (entry === undefined) return;
    if (write.write === 'remove') await writes.remove(entry, { propagationPolicy: 'Background' });
    else step.replicaSets.set(write.name, await writes.change(entry, (object) => changed(object, write)));
  }

  async #create({ name, object }: ReplicaSetCreation, deployment: ObjectEntry): Promise<void> {
    const { namespace } = deployment.value.object.metadata;
    const ownerReferences = [controllerReference(deployment, controlledResource(this.kind))];
    try {
      await this.#tools.writes.create(this.manages, namespace, {
        ...object,
        metadata: { ...object.metadata, ownerReferences },
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.reason === 'AlreadyExists') await this.#collide(name, deployment);
      else await this.#fail(`Failed to create new replica set "${name}": ${error.message}`, deployment);
      throw error;
    }
  }

  async #fail(message: string, deployment: ObjectEntry): Promise<void> {
    this.#tools.events.record(deployment, SOURCE, { type: 'Warning', reason: 'ReplicaSetCreateError', message });
    await this.#tools.writes.status(
      deployment,
      withCreateFailure(deployment.value.object, message, this.#tools.context.clock.now()),
    );
  }

  /** Another's replica set has the name: another hash is tried, with a raised `collisionCount`. */
  async #collide(name: string, deployment: ObjectEntry): Promise<void> {
    const { object } = deployment.value;
    const taken = this.#tools.cache.get(objectKey(controlledResource(this.manages), object.metadata.namespace, name));
    if (taken === undefined) return;
    const own =
      isControlledBy(taken.value.object, this.kind, object.metadata.uid) &&
      sameTemplate(specOf(taken.value.object)['template'], specOf(object)['template']);
    if (own) return;
    const status = members(object['status']);
    await this.#tools.writes.status(deployment, { ...status, collisionCount: number(status['collisionCount']) + 1 });
  }
}

/** Sets these annotations and members of the spec; `undefined` removes one. */
function changed(
  object: ApiObject,
  { annotations, spec }: Pick<Extract<RolloutWrite, { write: 'deployment' }>, 'annotations' | 'spec'>,
): ApiObject {
  const noted = Object.fromEntries(
    Object.entries({ ...object.metadata.annotations, ...annotations }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, value]],
    ),
  );
  const merged = Object.fromEntries(
    Object.entries({ ...specOf(object), ...spec }).filter(([, value]) => value !== undefined),
  );
  return { ...object, metadata: { ...object.metadata, annotations: noted }, spec: merged };
}
