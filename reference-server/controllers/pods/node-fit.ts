import { isAbsent, items, members, type Members, text } from '../../resources/values/json-members.ts';
import type { SimulatedNode } from './simulated-nodes.ts';

/**
 * Whether a pod with that spec may run on that node: by its nodeSelector, and by its required node affinity
 * (document, PodSpec).
 */
export function fitsNode(spec: Members, node: SimulatedNode): boolean {
  const { labels } = node;
  const selected = Object.entries(members(spec['nodeSelector'])).every(
    ([key, value]) => Object.hasOwn(labels, key) && labels[key] === value,
  );
  if (!selected) return false;
  const required = members(members(spec['affinity'])['nodeAffinity'])['requiredDuringSchedulingIgnoredDuringExecution'];
  return (
    isAbsent(required) || items(members(required)['nodeSelectorTerms']).some((term) => meetsTerm(members(term), node))
  );
}

/** No node matches a term without expressions. `matchFields`, of later releases, match the node's name. */
function meetsTerm(term: Members, { name, labels }: SimulatedNode): boolean {
  const ofLabels = items(term['matchExpressions']);
  const ofFields = items(term['matchFields']);
  return (
    ofLabels.length + ofFields.length > 0 &&
    ofLabels.every((expression) => meets(members(expression), labels)) &&
    ofFields.every((expression) => meets(members(expression), { 'metadata.name': name }))
  );
}

function meets({ key, operator, values }: Members, labels: SimulatedNode['labels']): boolean {
  const name = text(key);
  const value = Object.hasOwn(labels, name) ? labels[name] : undefined;
  if (operator === 'Exists') return value !== undefined;
  if (operator === 'DoesNotExist') return value === undefined;
  if (operator === 'NotIn') return value === undefined || !items(values).includes(value);
  if (value === undefined) return false;
  if (operator === 'In') return items(values).includes(value);
  const [bound] = items(values);
  return operator === 'Gt' ? Number(value) > Number(bound) : operator === 'Lt' && Number(value) < Number(bound);
}
