import { items, members, type Members, text } from '../../resources/values/json-members.ts';
import { type ConditionNow, withCondition } from '../runtime/with-condition.ts';

/** The status with the conditions that follow from its containers: Initialized, Ready and PodScheduled. */
export function withPodConditions(
  status: Members,
  { now, initialized }: { readonly now: number; readonly initialized: boolean },
): Members {
  const conditions = [
    initializedCondition(status, initialized),
    readyCondition(status),
    { type: 'PodScheduled', status: 'True' } as const,
  ];
  return conditions.reduce(
    (result, condition) => withCondition(result, condition, now, { lastProbeTime: null }),
    status,
  );
}

function initializedCondition(status: Members, initialized: boolean): ConditionNow {
  if (initialized) return { type: 'Initialized', status: 'True' };
  const names = unreadyOf(status['initContainerStatuses']);
  return {
    type: 'Initialized',
    status: 'False',
    reason: 'ContainersNotInitialized',
    message: `containers with incomplete status: [${names.join(' ')}]`,
  };
}

function readyCondition(status: Members): ConditionNow {
  if (status['phase'] === 'Succeeded') return { type: 'Ready', status: 'False', reason: 'PodCompleted' };
  const names = unreadyOf(status['containerStatuses']);
  if (names.length === 0 && status['phase'] === 'Running') return { type: 'Ready', status: 'True' };
  return {
    type: 'Ready',
    status: 'False',
    reason: 'ContainersNotReady',
    message: `containers with unready status: [${names.join(' ')}]`,
  };
}

function unreadyOf(statuses: unknown): string[] {
  return items(statuses)
    .map(members)
    .flatMap((each) => (each['ready'] === true ? [] : [text(each['name'])]));
}
