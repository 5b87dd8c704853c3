import { items, members, type Members, text } from '../../resources/json-members.ts';

/** Effect of a taint that only makes a node the second choice; where all are equal it changes nothing. */
const MILD = 'PreferNoSchedule';

/** Whether a node with that spec takes a new pod with that one: by whether it is schedulable, and by taints that the pod tolerates (document, PodSpec: tolerations). */
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

/** A toleration without an effect is of all effects; one that asks for existence without a key, of all taints. */
function tolerates({ key, operator, value, effect }: Members, taint: Members): boolean {
  if (text(effect) !== '' && effect !== taint['effect']) return false;
  if (operator === 'Exists') return text(key) === '' || key === taint['key'];
  return key === taint['key'] && text(value) === text(taint['value']);
}
