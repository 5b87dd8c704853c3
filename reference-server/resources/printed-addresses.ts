import type { ApiObject } from './api-object.ts';
import { items, members, text } from './json-members.ts';
import { orNone, spec, status } from './printed-cells.ts';

/** Where a load balancer is reached, by address or name; empty while it has none. */
const balanced = (object: ApiObject): readonly string[] =>
  items(members(status(object)['loadBalancer'])['ingress'])
    .map(members)
    .map(({ ip, hostname }) => text(ip) || text(hostname));

/** Where a service is reached from outside, as command lines know it; one that waits for its load balancer says so. */
export function externalAddress(object: ApiObject): string {
  const { type, externalIPs, externalName } = spec(object);
  if (type === 'ExternalName') return orNone(text(externalName));
  const addresses = [...(type === 'LoadBalancer' ? balanced(object) : []), ...items(externalIPs).map(text)].join(',');
  return addresses === '' && type === 'LoadBalancer' ? '<pending>' : orNone(addresses);
}

/** Where an ingress is reached; empty while nothing says so. */
export function ingressAddress(object: ApiObject): string {
  return balanced(object).join(',');
}

/** The ports of an ingress: there is another where some hosts are reached by TLS. */
export function ingressPorts(object: ApiObject): string {
  return items(spec(object)['tls']).length > 0 ? '80, 443' : '80';
}
