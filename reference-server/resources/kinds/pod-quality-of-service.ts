import { items, members, type Members } from '../values/json-members.ts';
import { parseQuantity } from '../values/quantity.ts';

const COMPUTE = ['cpu', 'memory'];

/**
 * The quality of service class, from the cpu and memory of the containers: Guaranteed if each container has limits
 * for both and equal requests, BestEffort if none has any limit or request, Burstable otherwise.
 */
export function qualityOfService(spec: Members): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = items(spec['containers']).map((container) => members(members(container)['resources']));
  if (!containers.some(asksForSome)) return 'BestEffort';
  return containers.every(isGuaranteed) ? 'Guaranteed' : 'Burstable';
}

function asksForSome({ limits, requests }: Members): boolean {
  return COMPUTE.some((name) => amount(limits, name) > 0n || amount(requests, name) > 0n);
}

function isGuaranteed({ limits, requests }: Members): boolean {
  return COMPUTE.every((name) => amount(limits, name) > 0n && amount(limits, name) === amount(requests, name));
}

function amount(list: unknown, name: string): bigint {
  const value = members(list)[name];
  return value === undefined ? 0n : (parseQuantity(value)?.nano ?? 0n);
}
