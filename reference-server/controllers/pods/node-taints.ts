import { items, members, type Members, text } from '../../resources/values/json-members.ts';

/** Effect of a taint that only makes a node the second choice; it is ignored here. */
const MILD = 'PreferNoSchedule';

/**
 * Whether a node with that spec accepts a new pod with that spec: it must be schedulable, and the pod must tolerate
 * its taints (document, PodSpec: tolerations).
 */
export function takesPod(nodeSpec: Members, podSpec: Members): boolean {
  const tolerations = items(podSpec['tolerations']).map(members);
  const taints = items(nodeSpec['taints'])
    .map(members)
    .filter(({ effect }) => effect !== MILD);
  return (
    nodeSpec['unschedulable'] !== true &&
    taints.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)))
  );
}

/** A toleration without an effect matches all effects; an `Exists` toleration without a key matches all taints. */
function tolerates({ key, operator, value, effect }: Members, taint: Members): boolean {
  if (text(effect) !== '' && effect !== taint['effect']) return false;
  if (operator === 'Exists') return text(key) === '' || key === taint['key'];
  return key === taint['key'] && text(value) === text(taint['value']);
}
