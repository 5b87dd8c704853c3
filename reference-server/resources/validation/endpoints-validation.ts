import { BlockList, isIP } from 'node:net';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, required, shown } from '../causes.ts';
import { checkBounds, checkFormat, checkOneOf, requireSome } from './field-checks.ts';
import { dnsLabel, dnsSubdomain } from '../values/formats.ts';
import { items, members, type Members, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { hasOldRules } from './old-rules.ts';

/** Addresses that other hosts cannot reach. */
const NEAR = new BlockList();
NEAR.addAddress('0.0.0.0');
NEAR.addAddress('::', 'ipv6');
NEAR.addAddress('::1', 'ipv6');
NEAR.addSubnet('127.0.0.0', 8);
NEAR.addSubnet('169.254.0.0', 16);
NEAR.addSubnet('224.0.0.0', 24);
NEAR.addSubnet('fe80::', 10, 'ipv6');
NEAR.addSubnet('ff02::', 16, 'ipv6');

const PROTOCOLS = ['TCP', 'UDP'];
const LISTS = ['addresses', 'notReadyAddresses'] as const;

/** Validates the addresses of a service's pods. */
export function validateEndpoints(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  for (const [index, entry] of items(object['subsets']).entries())
    validateSubset(members(entry), `subsets[${index}]`, choices, causes);
}

function validateSubset(subset: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const isOld = hasOldRules(choices);
  if (LISTS.every((list) => items(subset[list]).length === 0))
    required(causes, field, 'must have addresses or notReadyAddresses');
  for (const list of LISTS)
    for (const [index, entry] of items(subset[list]).entries())
      validateAddress(members(entry), `${field}.${list}[${index}]`, causes);
  const ports = items(subset['ports']);
  if (isOld) requireSome(causes, `${field}.ports`, ports);
  for (const [index, entry] of ports.entries())
    validatePort(
      members(entry),
      `${field}.ports[${index}]`,
      {
        isOneOfSeveral: ports.length > 1,
        protocols: isOld ? PROTOCOLS : [...PROTOCOLS, 'SCTP'],
      },
      causes,
    );
}

function validateAddress({ ip, hostname, nodeName }: Members, field: string, causes: StatusCauses): void {
  const family = isIP(text(ip));
  if (family === 0) invalid(causes, `${field}.ip`, `${shown(ip)} is no IP address`);
  else if (NEAR.check(text(ip), family === 4 ? 'ipv4' : 'ipv6'))
    invalid(causes, `${field}.ip`, `${shown(ip)} must not be unspecified, of the loopback or of the link alone`);
  if (text(hostname) !== '') checkFormat(causes, `${field}.hostname`, hostname, dnsLabel);
  if (text(nodeName) !== '') checkFormat(causes, `${field}.nodeName`, nodeName, dnsSubdomain);
}

function validatePort(
  entry: Members,
  field: string,
  {
    isOneOfSeveral,
    protocols,
  }: {
    readonly isOneOfSeveral: boolean;
    readonly protocols: readonly string[];
  },
  causes: StatusCauses,
): void {
  const { name, port, protocol } = entry;
  validateLaterMembers('core/v1.EndpointPort', entry, field, causes);
  if (text(name) !== '') checkFormat(causes, `${field}.name`, name, dnsLabel);
  else if (isOneOfSeveral) required(causes, `${field}.name`, 'must tell the ports apart');
  checkBounds(causes, `${field}.port`, port ?? 0, 1, 65_535);
  checkOneOf(causes, `${field}.protocol`, protocol, protocols);
}

/** The node name of an address was immutable in 2017. */
export function validateEndpointsUpdate(
  object: ApiObject,
  old: ApiObject,
  causes: StatusCauses,
  choices: DialectChoices,
): void {
  if (!hasOldRules(choices)) return;
  const nodes = new Map(addressesOf(old).map(({ address: { ip, nodeName } }) => [text(ip), text(nodeName)]));
  for (const { address, field } of addressesOf(object)) {
    const before = nodes.get(text(address['ip'])) ?? '';
    if (before !== '' && before !== text(address['nodeName']))
      forbidden(causes, `${field}.nodeName`, 'cannot be changed for an address that had one');
  }
}

function addressesOf(object: ApiObject): { readonly address: Members; readonly field: string }[] {
  return items(object['subsets']).flatMap((subset, at) =>
    LISTS.flatMap((list) =>
      items(members(subset)[list]).map((entry, index) => ({
        address: members(entry),
        field: `subsets[${at}].${list}[${index}]`,
      })),
    ),
  );
}
