import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid } from '../causes.ts';
import { checkNoneNegative } from './field-checks.ts';
import { members, type Members, number } from '../values/json-members.ts';

/** Counts of replicas in a status: none negative, and none above the total. */
export function validateReplicaStatus(status: Members, counts: readonly string[], causes: StatusCauses): void {
  checkNoneNegative(causes, 'status', status, ['replicas', ...counts, 'observedGeneration']);
  const replicas = Math.max(0, number(status['replicas']));
  for (const name of counts) {
    if (name !== 'unavailableReplicas' && number(status[name]) > replicas)
      invalid(causes, `status.${name}`, `is more than status.replicas, ${replicas}`);
  }
}

/** The defects in the status of a replica controller. */
export function replicaStatusCauses(object: ApiObject): StatusCauses {
  const causes: StatusCauses = [];
  validateReplicaStatus(
    members(object['status']),
    ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
    causes,
  );
  checkAvailable(members(object['status']), causes);
  return causes;
}

/** A replica is available only if it is ready. */
export function checkAvailable(status: Members, causes: StatusCauses): void {
  const ready = number(status['readyReplicas']);
  if (number(status['availableReplicas']) > ready)
    invalid(causes, 'status.availableReplicas', `is more than status.readyReplicas, ${ready}`);
}
