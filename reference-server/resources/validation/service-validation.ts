import { isIP } from 'node:net';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, duplicate, invalid, required, shown } from '../causes.ts';
import { checkBounds, checkFormat, checkOneOf, checkPort, requireText } from './field-checks.ts';
import { dnsLabel, dnsSubdomain, type Format } from '../values/formats.ts';
import { isUnset, items, members, type Members, number, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { hasOldRules, protocolsOf } from './old-rules.ts';
import { validateLabels } from './label-selector-validation.ts';
import { ADDRESS_RANGE, NODE_PORTS, isExternal } from '../service-addresses.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const AFFINITIES = ['ClientIP', 'None'];
/** The port of each node's own agent. */
const NODE_AGENT_PORT = 10_250;

/** Validates the spec of a service, with its defaults and addresses. */
export function validateServiceSpec(spec: Members, choices: DialectChoices, causes: StatusCauses): void {
  checkOneOf(causes, 'spec.type', spec['type'], TYPES);
  checkOneOf(causes, 'spec.sessionAffinity', spec['sessionAffinity'], AFFINITIES);
  validatePorts(spec, choices, causes);
  validateLabels(spec['selector'], 'spec.selector', causes);
  validateAddress(spec, hasOldRules(choices), causes);
  for (const [index, ip] of items(spec['externalIPs']).entries())
    checkReachable(text(ip), `spec.externalIPs[${index}]`, causes);
  validateSourceRanges(spec, causes);
  validateTraffic(spec, hasOldRules(choices), causes);
  validateLaterMembers('core/v1.ServiceSpec', spec, 'spec', causes);
}

function validatePorts(spec: Members, choices: DialectChoices, causes: StatusCauses): void {
  const isOld = hasOldRules(choices);
  const ports = items(spec['ports']).map(members);
  if (ports.length === 0 && spec['clusterIP'] !== 'None' && spec['type'] !== 'ExternalName')
    required(causes, 'spec.ports', 'must have at least one port');
  const names = new Set<string>();
  const places = new Set<string>();
  const nodePorts = new Set<string>();
  for (const [index, port] of ports.entries()) {
    const field = `spec.ports[${index}]`;
    validatePort(port, field, { needsName: ports.length > 1, protocols: protocolsOf(choices), spec }, causes);
    const placeOfPort = `${text(port['protocol'])}/${String(port['port'])}`;
    if (!isOld && places.has(placeOfPort)) duplicate(causes, field, placeOfPort);
    places.add(placeOfPort);
    const name = text(port['name']);
    if (name !== '' && names.has(name)) duplicate(causes, `${field}.name`, name);
    names.add(name);
    if (isUnset(port['nodePort'])) continue;
    const place = `${text(port['protocol'])}/${String(port['nodePort'])}`;
    if (nodePorts.has(place)) duplicate(causes, `${field}.nodePort`, port['nodePort']);
    nodePorts.add(place);
  }
  if (isOld && spec['type'] === 'LoadBalancer' && new Set(ports.map(({ protocol }) => protocol)).size > 1) {
    invalid(causes, 'spec.ports', 'a load balancer takes ports of one protocol');
  }
}

interface PortSurroundings {
  readonly needsName: boolean;
  readonly protocols: readonly string[];
  readonly spec: Members;
}

function validatePort(
  port: Members,
  field: string,
  { needsName, protocols, spec }: PortSurroundings,
  causes: StatusCauses,
): void {
  const { name, port: number_, targetPort, protocol, nodePort } = port;
  if (needsName) requireText(causes, `${field}.name`, name, dnsLabel);
  else if (text(name) !== '') checkFormat(causes, `${field}.name`, name, dnsLabel);
  checkBounds(causes, `${field}.port`, number_ ?? 0, 1, 65_535);
  checkOneOf(causes, `${field}.protocol`, protocol, protocols);
  validateLaterMembers('core/v1.ServicePort', port, field, causes);
  checkPort(causes, `${field}.targetPort`, targetPort);
  if (spec['type'] === 'LoadBalancer' && number_ === NODE_AGENT_PORT)
    invalid(causes, field, `port ${NODE_AGENT_PORT} is taken on every node`);
  if (isUnset(nodePort)) return;
  if (!isExternal(spec['type'])) invalid(causes, `${field}.nodePort`, `must not be set for type ${text(spec['type'])}`);
  else checkBounds(causes, `${field}.nodePort`, nodePort, NODE_PORTS.least, NODE_PORTS.most);
}

function validateAddress(spec: Members, isOld: boolean, causes: StatusCauses): void {
  const address = text(spec['clusterIP']);
  const field = 'spec.clusterIP';
  if (spec['type'] === 'ExternalName') {
    if (address !== '') invalid(causes, field, 'must be empty for type ExternalName');
    requireText(causes, 'spec.externalName', spec['externalName'], isOld ? dnsSubdomain : absoluteOrNot);
    return;
  }
  if (address === 'None') {
    if (isExternal(spec['type'])) invalid(causes, field, `must not be None for type ${text(spec['type'])}`);
  } else if (address !== '' && isIP(address) === 0) {
    invalid(causes, field, `${shown(address)} must be empty, None or an IP address`);
  } else if (address !== '' && !address.startsWith(ADDRESS_RANGE.prefix)) {
    invalid(causes, field, `${address} is not in the range of services, ${ADDRESS_RANGE.text}`);
  }
}

/** In later releases a dot may end the name. */
const absoluteOrNot: Format = (value) => dnsSubdomain(value.replace(/\.$/, ''));

/** The address must be reachable for others: not unspecified, loopback or link-local. */
function checkReachable(ip: string, field: string, causes: StatusCauses): void {
  if (isIP(ip) === 0) invalid(causes, field, `${shown(ip)} is no IP address`);
  else if (/^(?:0\.0\.0\.0$|127\.|169\.254\.|224\.0\.0\.|::1?$|fe[89ab][0-9a-f]:|ff[0-9a-f]2:)/i.test(ip))
    invalid(causes, field, `${ip} cannot be reached from outside`);
}

function validateSourceRanges(spec: Members, causes: StatusCauses): void {
  const ranges = items(spec['loadBalancerSourceRanges']);
  const field = 'spec.LoadBalancerSourceRanges';
  if (ranges.length === 0) return;
  if (spec['type'] !== 'LoadBalancer') invalid(causes, field, 'can only be set with type LoadBalancer');
  for (const range of ranges)
    if (!isNetwork(text(range).trim())) invalid(causes, field, `${shown(range)} must be a range such as 10.0.0.0/24`);
}

function isNetwork(range: string): boolean {
  const [address = '', bits = '', ...more] = range.split('/');
  const version = isIP(address);
  return version !== 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function validateTraffic(spec: Members, isOld: boolean, causes: StatusCauses): void {
  const policy = text(spec['externalTrafficPolicy']);
  const field = 'spec.externalTrafficPolicy';
  if (policy !== '' && policy !== 'Cluster' && policy !== 'Local')
    invalid(causes, field, `${shown(policy)} is not one of Cluster, Local`);
  const isReached = isExternal(spec['type']) || (!isOld && items(spec['externalIPs']).length > 0);
  if (policy !== '' && !isReached) invalid(causes, field, 'can only be set with types NodePort and LoadBalancer');
  const healthPort = number(spec['healthCheckNodePort']);
  if (healthPort < 0) invalid(causes, 'spec.healthCheckNodePort', `${healthPort} is negative`);
  else if (healthPort !== 0 && !(spec['type'] === 'LoadBalancer' && policy === 'Local')) {
    invalid(
      causes,
      'spec.healthCheckNodePort',
      'can only be set with type LoadBalancer and externalTrafficPolicy Local',
    );
  }
}
