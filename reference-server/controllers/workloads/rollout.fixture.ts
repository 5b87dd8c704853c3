import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { RolloutPlan } from './rollout-plan.ts';
import { planRollout } from './plan-rollout.ts';
import { REVISION } from './revisions.ts';

export const NOW = Date.UTC(2017, 7, 1, 12);

export interface RolloutShape {
  readonly replicas: number;
  readonly strategy: object;
  readonly image?: string;
  readonly more?: object;
}

export function template(image: string): object {
  return { metadata: { creationTimestamp: null, labels: { app: 'a' } }, spec: { containers: [{ name: 'c', image }] } };
}

export function deploymentOf({ replicas, strategy, image = 'new', more = {} }: RolloutShape): ApiObject {
  const spec = {
    replicas,
    selector: { matchLabels: { app: 'a' } },
    template: template(image),
    strategy,
    progressDeadlineSeconds: 600,
    revisionHistoryLimit: 2,
    ...more,
  };
  return {
    apiVersion: 'apps/v1beta1',
    kind: 'Deployment',
    metadata: { name: 'd', uid: 'u', generation: 1 },
    spec,
    status: {},
  };
}

export function rolling(maxSurge: unknown, maxUnavailable: unknown): object {
  return { type: 'RollingUpdate', rollingUpdate: { maxSurge, maxUnavailable } };
}

/** A cluster of replica sets only, in which the test decides which pods exist and are available. */
export class SmallCluster {
  deployment: ApiObject;
  readonly sets = new Map<string, ApiObject>();
  #made = 0;

  constructor(deployment: ApiObject) {
    this.deployment = deployment;
  }

  /** Plans and executes one step. */
  step(now = NOW, oldPodsRun = false): RolloutPlan {
    const plan = planRollout({
      deployment: this.deployment,
      replicaSets: [...this.sets.values()],
      podsRun: () => oldPodsRun,
      now,
    });
    for (const write of plan.writes) {
      if (write.write === 'create') {
        const creationTimestamp = new Date(NOW + (this.#made += 1) * 1000).toISOString();
        this.sets.set(write.name, {
          ...write.object,
          metadata: { ...write.object.metadata, creationTimestamp },
          status: {},
        });
      } else if (write.write === 'remove') this.sets.delete(write.name);
      else if (write.write === 'deployment') this.deployment = changed(this.deployment, write.annotations, write.spec);
      else {
        const set = this.sets.get(write.name);
        if (set !== undefined) this.sets.set(write.name, changed(set, write.annotations, write.spec));
      }
    }
    if (plan.revision !== undefined)
      this.deployment = changed(this.deployment, { [REVISION]: String(plan.revision) }, {});
    if (plan.status !== undefined) this.deployment = { ...this.deployment, status: plan.status };
    return plan;
  }

  /** Requested pods exist; in each set the given number of further pods becomes available, by default all. */
  settlePods(more: (set: ApiObject) => number = () => Number.POSITIVE_INFINITY): void {
    for (const [name, set] of this.sets) {
      const replicas = number(specOf(set)['replicas']);
      const availableReplicas = Math.min(replicas, number(members(set['status'])['availableReplicas']) + more(set));
      this.sets.set(name, { ...set, status: { replicas, readyReplicas: availableReplicas, availableReplicas } });
    }
  }

  /** Steps until nothing is written. */
  rollOut(): void {
    for (let steps = 0; steps < 200; steps += 1) {
      this.settlePods();
      const { writes } = this.step();
      if (writes.length === 0) break;
    }
    this.step();
  }

  retemplate(image: string): void {
    this.deployment = changed(this.deployment, {}, { template: template(image) });
  }

  get sizes(): Record<string, number> {
    return Object.fromEntries([...this.sets.values()].map((set) => [imageOf(set), number(specOf(set)['replicas'])]));
  }

  get total(): number {
    return Object.values(this.sizes).reduce((sum, size) => sum + size, 0);
  }

  condition(type: string): unknown {
    const conditions = members(this.deployment['status'])['conditions'] as {
      type: string;
      status: string;
      reason: string;
    }[];
    const found = conditions.find((condition) => condition.type === type);
    return found === undefined ? undefined : `${found.status} ${found.reason}`;
  }
}

export function changed(
  object: ApiObject,
  annotations: Readonly<Record<string, string | undefined>>,
  spec: object,
): ApiObject {
  const noted = Object.entries({ ...object.metadata.annotations, ...annotations }).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  const merged = Object.fromEntries(
    Object.entries({ ...specOf(object), ...spec }).filter(([, value]) => value !== undefined),
  );
  return { ...object, metadata: { ...object.metadata, annotations: Object.fromEntries(noted) }, spec: merged };
}

export function imageOf(object: ApiObject): string {
  const { containers } = specOf(specOf(object)['template'] as ApiObject);
  return (containers as { image: string }[])[0]?.image ?? '';
}
