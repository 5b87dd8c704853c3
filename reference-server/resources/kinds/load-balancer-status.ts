import { isIP } from 'node:net';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, shown } from '../causes.ts';
import { checkFormat } from '../validation/field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { validateLaterMembers } from '../validation/later-member-checks.ts';
import { items, members, text } from '../values/json-members.ts';

/** Validates the external addresses in a status. */
export function validateLoadBalancer(object: ApiObject): StatusCauses {
  const causes: StatusCauses = [];
  const addresses = items(members(members(object['status'])['loadBalancer'])['ingress']);
  for (const [index, entry] of addresses.entries()) {
    const { ip, hostname } = members(entry);
    validateLaterMembers(
      'core/v1.LoadBalancerIngress',
      members(entry),
      `status.loadBalancer.ingress[${index}]`,
      causes,
    );
    const field = `status.loadBalancer.ingress[${index}]`;
    if (text(ip) !== '' && isIP(text(ip)) === 0) invalid(causes, `${field}.ip`, `${shown(ip)} is no IP address`);
    if (text(hostname) === '') continue;
    if (isIP(text(hostname)) !== 0) invalid(causes, `${field}.hostname`, 'must be a DNS name, not an IP address');
    checkFormat(causes, `${field}.hostname`, hostname, dnsSubdomain);
  }
  return causes;
}
