import { isIP } from 'node:net';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, duplicate, forbidden, invalid, required, shown } from '../causes.ts';
import { type ContainerSurroundings, validateContainer } from './container-validation.ts';
import { LARGEST_INT32, checkBounds, checkFormat, checkNotNegative, checkOneOf } from './field-checks.ts';
import { dnsLabel, dnsSubdomain, type Format } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members, number, text } from '../values/json-members.ts';
import { validateLabels } from './label-selector-validation.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { validateOperatingSystem } from './pod-os-validation.ts';
import { PROBES } from './probe-validation.ts';
import { validateOverhead, validatePodResources } from './resource-validation.ts';
import { validateAffinity, validateTolerations } from './scheduling-validation.ts';
import { validateVolumes } from './volume-validation.ts';

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default'];

/** Formats of members that are not empty. */
const FORMATS: readonly (readonly [member: string, format: Format])[] = [
  ['serviceAccountName', dnsSubdomain],
  ['priorityClassName', dnsSubdomain],
  ['nodeName', dnsSubdomain],
  ['hostname', dnsLabel],
  ['subdomain', dnsLabel],
];

/** Validates a pod spec, of a pod or a template, with its defaults (document, PodSpec). */
export function validatePodSpec(spec: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  validateVolumes(spec['volumes'], `${field}.volumes`, choices, causes);
  validateContainers(spec, field, choices, causes);
  checkOneOf(causes, `${field}.restartPolicy`, spec['restartPolicy'], RESTART_POLICIES);
  checkOneOf(causes, `${field}.dnsPolicy`, spec['dnsPolicy'], DNS_POLICIES);
  validateLabels(spec['nodeSelector'], `${field}.nodeSelector`, causes);
  validateSecurity(members(spec['securityContext']), `${field}.securityContext`, causes);
  for (const [member, format] of FORMATS)
    if (text(spec[member]) !== '') checkFormat(causes, `${field}.${member}`, spec[member], format);
  checkBounds(causes, `${field}.activeDeadlineSeconds`, spec['activeDeadlineSeconds'], 1, LARGEST_INT32);
  if (choices['pod.negative-grace'] === 'refused')
    checkNotNegative(causes, `${field}.terminationGracePeriodSeconds`, spec['terminationGracePeriodSeconds']);
  validateAffinity(members(spec['affinity']), `${field}.affinity`, causes);
  validateTolerations(spec['tolerations'], `${field}.tolerations`, causes);
  validateHostAliases(spec, field, causes);
  validateLaterMembers('core/v1.PodSpec', spec, field, causes);
  validateLaterConflicts(spec, field, causes);
  validateOperatingSystem(spec, field, causes);
  if (!isAbsent(spec['overhead'])) validateOverhead(members(spec['overhead']), `${field}.overhead`, causes);
  if (!isAbsent(spec['resources'])) validatePodResources(members(spec['resources']), `${field}.resources`, causes);
  if (items(spec['ephemeralContainers']).length > 0)
    forbidden(causes, `${field}.ephemeralContainers`, 'this server adds no containers to pods');
}

function validateContainers(spec: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const volumes = new Map(items(spec['volumes']).map((volume) => [members(volume)['name'], members(volume)]));
  const claims = new Set(items(spec['resourceClaims']).map((claim) => members(claim)['name']));
  const surroundings: ContainerSurroundings = {
    choices,
    volumes,
    claims,
    gracePeriodSeconds: number(spec['terminationGracePeriodSeconds']),
  };
  const names = new Set<string>();
  const containers = items(spec['containers']);
  if (containers.length === 0) required(causes, `${field}.containers`, 'must have at least one container');
  for (const list of ['containers', 'initContainers']) {
    const hostPorts = new Set<string>();
    for (const [index, entry] of items(spec[list]).entries()) {
      const container = members(entry);
      const at = `${field}.${list}[${index}]`;
      validateContainer(container, at, surroundings, causes);
      const name = text(container['name']);
      if (names.has(name)) duplicate(causes, `${at}.name`, name);
      if (name !== '') names.add(name);
      checkHostPorts(container, at, hostPorts, causes);
      if (list === 'initContainers') refuseLifecycle(container, at, causes);
      else if (spec['hostNetwork'] === true) requireHostPorts(container, at, causes);
    }
  }
}

/** Two containers cannot use one host port. */
function checkHostPorts(container: Members, field: string, taken: Set<string>, causes: StatusCauses): void {
  for (const [index, entry] of items(container['ports']).entries()) {
    const { hostPort, hostIP, protocol } = members(entry);
    if (isUnset(hostPort)) continue;
    const place = `${text(protocol)}/${text(hostIP)}/${String(hostPort)}`;
    if (taken.has(place)) duplicate(causes, `${field}.ports[${index}].hostPort`, hostPort);
    taken.add(place);
  }
}

/** On the host network, container port and host port must be equal. */
function requireHostPorts(container: Members, field: string, causes: StatusCauses): void {
  for (const [index, entry] of items(container['ports']).entries()) {
    const { hostPort, containerPort } = members(entry);
    if (hostPort === containerPort || isUnset(containerPort)) continue;
    invalid(causes, `${field}.ports[${index}].containerPort`, 'must be the host port where hostNetwork is true');
  }
}

/**
 * Init containers have no lifecycle actions or probes (document, PodSpec: initContainers). In later releases one that
 * always restarts runs beside the containers, so it has them.
 */
function refuseLifecycle(container: Members, field: string, causes: StatusCauses): void {
  if (container['restartPolicy'] === 'Always') return;
  for (const member of ['lifecycle', ...PROBES]) {
    if (!isAbsent(container[member])) invalid(causes, `${field}.${member}`, 'must not be set for init containers');
  }
}

function validateSecurity(security: Members, field: string, causes: StatusCauses): void {
  for (const member of ['runAsUser', 'fsGroup'])
    checkBounds(causes, `${field}.${member}`, security[member], 0, LARGEST_INT32);
  validateLaterMembers('core/v1.PodSecurityContext', security, field, causes);
  for (const [index, group] of items(security['supplementalGroups']).entries()) {
    checkBounds(causes, `${field}.supplementalGroups[${index}]`, group, 0, LARGEST_INT32);
  }
}

/** Members of later releases that exclude others. */
function validateLaterConflicts(spec: Members, field: string, causes: StatusCauses): void {
  if (spec['hostUsers'] === false) {
    for (const member of ['hostNetwork', 'hostPID', 'hostIPC'])
      if (spec[member] === true) forbidden(causes, `${field}.${member}`, 'must not be true where hostUsers is false');
  }
  if (items(spec['schedulingGates']).length > 0 && text(spec['nodeName']) !== '')
    forbidden(causes, `${field}.nodeName`, 'must not be set as long as there are schedulingGates');
}

/** Invalid with host networking (document, PodSpec: hostAliases). */
function validateHostAliases(spec: Members, field: string, causes: StatusCauses): void {
  const aliases = items(spec['hostAliases']);
  if (aliases.length > 0 && spec['hostNetwork'] === true)
    forbidden(causes, field, 'hostAliases cannot be set where hostNetwork is true');
  for (const alias of aliases) {
    const { ip, hostnames } = members(alias);
    if (isIP(text(ip)) === 0) invalid(causes, `${field}.hostAliases.ip`, `${shown(ip)} is no IP address`);
    for (const name of items(hostnames)) checkFormat(causes, `${field}.hostAliases.hostnames`, name, dnsSubdomain);
  }
}
