import type { ApiObject } from '../api-object.ts';
import { items, members, text } from '../values/json-members.ts';
import { orNone, spec, status } from './printed-cells.ts';

/** The addresses or names of a load balancer; empty while it has none. */
const balanced = (object: ApiObject): readonly string[] =>
  items(members(status(object)['loadBalancer'])['ingress'])
    .map(members)
    .map(({ ip, hostname }) => text(ip) || text(hostname));

/**
 * The external address of a service in the words of command lines; `<pending>` while it waits for its load balancer.
 */
export function externalAddress(object: ApiObject): string {
  const { type, externalIPs, externalName } = spec(object);
  if (type === 'ExternalName') return orNone(text(externalName));
  const addresses = [...(type === 'LoadBalancer' ? balanced(object) : []), ...items(externalIPs).map(text)].join(',');
  return addresses === '' && type === 'LoadBalancer' ? '<pending>' : orNone(addresses);
}

/** The address of an ingress; empty while it has none. */
export function ingressAddress(object: ApiObject): string {
  return balanced(object).join(',');
}

/** The ports of an ingress, with the TLS port if some hosts use it. */
export function ingressPorts(object: ApiObject): string {
  return items(spec(object)['tls']).length > 0 ? '80, 443' : '80';
}
