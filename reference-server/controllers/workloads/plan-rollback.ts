import type { ApiObject } from '../../resources/api-object.ts';
import { members, number } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import type { Occurrence } from '../runtime/event-recorder.ts';
import type { RolloutPlan } from './rollout-plan.ts';
import { sameTemplate, withoutHash } from './pod-template-hash.ts';
import { annotationsOfRollback, revisionOf } from './revisions.ts';

/**
 * The step that ends a rollback: the deployment gets the template of the requested revision, 0 for the one before
 * the last. `rollbackTo` is removed, even if the revision does not exist (document, DeploymentSpec: rollbackTo).
 */
export function planRollback(deployment: ApiObject, replicaSets: readonly ApiObject[]): RolloutPlan {
  const asked = number(members(specOf(deployment)['rollbackTo'])['revision']);
  const revision = asked === 0 ? secondLast(replicaSets.map(revisionOf)) : asked;
  if (revision === 0)
    return ended(deployment, undefined, {
      type: 'Warning',
      reason: 'DeploymentRollbackRevisionNotFound',
      message: 'Unable to find last revision.',
    });
  const target = replicaSets.find((each) => revisionOf(each) === revision);
  if (target === undefined)
    return ended(deployment, undefined, {
      type: 'Warning',
      reason: 'DeploymentRollbackRevisionNotFound',
      message: 'Unable to find the revision to rollback to.',
    });
  if (sameTemplate(specOf(target)['template'], specOf(deployment)['template'])) {
    const message = `The rollback revision contains the same template as current deployment "${deployment.metadata.name}"`;
    return ended(deployment, undefined, { type: 'Warning', reason: 'DeploymentRollbackTemplateUnchanged', message });
  }
  const message = `Rolled back deployment "${deployment.metadata.name}" to revision ${revision}`;
  return ended(deployment, target, { type: 'Normal', reason: 'DeploymentRollback', message });
}

function ended(deployment: ApiObject, target: ApiObject | undefined, happening: Occurrence): RolloutPlan {
  const template = target === undefined ? {} : { template: withoutHash(members(specOf(target)['template'])) };
  const annotations = target === undefined ? {} : annotationsOfRollback(deployment, target);
  return { writes: [{ write: 'deployment', annotations, spec: { ...template, rollbackTo: undefined }, happening }] };
}

/** 0 if there are fewer than two. */
function secondLast(revisions: readonly number[]): number {
  return [...revisions].sort((a, b) => b - a)[1] ?? 0;
}
