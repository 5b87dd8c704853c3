import { timestamp } from '../../objects/schema/timestamp.ts';
import { items, members, type Members } from '../../resources/values/json-members.ts';

/** A condition without its times. */
export interface ConditionNow {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
}

/** The condition of that type in a status; `undefined` if it has none. */
export function conditionOf(status: Members, type: string): Members | undefined {
  return items(status['conditions'])
    .map(members)
    .find((condition) => condition['type'] === type);
}

/** The status with the condition. Its transition time stays while its status is the same; `times` are overwritten. */
export function withCondition(status: Members, condition: ConditionNow, now: number, times: Members = {}): Members {
  const old = conditionOf(status, condition.type);
  const lastTransitionTime =
    old !== undefined && old['status'] === condition.status ? old['lastTransitionTime'] : timestamp(now);
  const { reason: _, message: __, ...kept } = old ?? {};
  const renewed = { ...kept, ...condition, ...times, lastTransitionTime };
  const conditions = items(status['conditions']);
  if (old === undefined) return { ...status, conditions: [...conditions, renewed] };
  return {
    ...status,
    conditions: conditions.map((each) => (members(each)['type'] === condition.type ? renewed : each)),
  };
}

/** The status without conditions of that type. */
export function withoutCondition(status: Members, type: string): Members {
  if (conditionOf(status, type) === undefined) return status;
  return { ...status, conditions: items(status['conditions']).filter((each) => members(each)['type'] !== type) };
}
