import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, duplicate, forbidden, invalid, notFound, required, shown } from '../causes.ts';
import { validateEnv, validateEnvFrom } from './env-validation.ts';
import { LARGEST_INT32, checkBounds, checkFormat, checkNotNegative, checkOneOf, requireText } from './field-checks.ts';
import { dnsLabel, portName } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members, number, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { hasOldRules, protocolsOf } from './old-rules.ts';
import { PROBES, validateHandler, validateProbe } from './probe-validation.ts';
import { validateResources } from './resource-validation.ts';
import { relativePath } from '../values/volume-sources.ts';

/** The surroundings of a container for validation. */
export interface ContainerSurroundings {
  readonly choices: DialectChoices;
  /** The volumes of its pod, by name. */
  readonly volumes: ReadonlyMap<unknown, Members>;
  /** Names of the resource claims of its pod. */
  readonly claims: ReadonlySet<unknown>;
  readonly gracePeriodSeconds: number;
}

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/** Validates one container; the pod spec checks conflicts between containers. */
export function validateContainer(
  container: Members,
  field: string,
  surroundings: ContainerSurroundings,
  causes: StatusCauses,
): void {
  requireText(causes, `${field}.name`, container['name'], dnsLabel);
  requireText(causes, `${field}.image`, container['image']);
  validateTerminal(container, field, surroundings.choices, causes);
  validateLifecycle(container, field, surroundings, causes);
  if (!MESSAGE_POLICIES.includes(text(container['terminationMessagePolicy']))) {
    invalid(
      causes,
      `${field}.terminationMessagePolicy`,
      `${shown(container['terminationMessagePolicy'])} is not one of ${MESSAGE_POLICIES.join(', ')}`,
    );
  }
  validatePorts(container['ports'], `${field}.ports`, surroundings.choices, causes);
  validateEnv(container['env'], `${field}.env`, surroundings.choices, causes);
  validateEnvFrom(container['envFrom'], `${field}.envFrom`, surroundings.choices, causes);
  validateMounts(container, `${field}.volumeMounts`, surroundings.volumes, causes);
  validateDevices(container, `${field}.volumeDevices`, surroundings.volumes, causes);
  checkOneOf(causes, `${field}.imagePullPolicy`, container['imagePullPolicy'], PULL_POLICIES);
  validateResources(members(container['resources']), `${field}.resources`, hasOldRules(surroundings.choices), causes);
  validateClaims(members(container['resources']), `${field}.resources`, surroundings.claims, causes);
  validateSecurity(members(container['securityContext']), `${field}.securityContext`, surroundings.choices, causes);
  validateLaterMembers('core/v1.Container', container, field, causes);
}

/** A terminal requires an open stdin (document, Container: tty). */
function validateTerminal(container: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  if (choices['container.tty'] === 'accepted' || container['tty'] !== true || container['stdin'] === true) return;
  invalid(causes, `${field}.tty`, 'requires stdin to be true');
}

function validateLifecycle(
  container: Members,
  field: string,
  { gracePeriodSeconds }: ContainerSurroundings,
  causes: StatusCauses,
): void {
  const lifecycle = members(container['lifecycle']);
  for (const hook of ['postStart', 'preStop']) {
    if (isAbsent(lifecycle[hook])) continue;
    const { sleep } = members(lifecycle[hook]);
    validateHandler(members(lifecycle[hook]), `${field}.lifecycle.${hook}`, causes);
    if (number(members(sleep)['seconds']) > gracePeriodSeconds)
      invalid(causes, `${field}.lifecycle.${hook}.sleep.seconds`, 'is longer than terminationGracePeriodSeconds');
  }
  for (const name of PROBES) {
    if (!isAbsent(container[name])) validateProbe(members(container[name]), `${field}.${name}`, causes);
  }
  for (const name of ['livenessProbe', 'startupProbe']) {
    if (!isAbsent(container[name]) && members(container[name])['successThreshold'] !== 1)
      invalid(causes, `${field}.${name}.successThreshold`, 'must be 1');
  }
  if (!isAbsent(members(container['readinessProbe'])['terminationGracePeriodSeconds']))
    invalid(causes, `${field}.readinessProbe.terminationGracePeriodSeconds`, 'must not be set: it ends no container');
}

function validatePorts(ports: unknown, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const names = new Set<string>();
  for (const [index, entry] of items(ports).entries()) {
    const port = members(entry);
    const at = `${field}[${index}]`;
    const name = text(port['name']);
    if (name !== '') {
      checkFormat(causes, `${at}.name`, name, portName);
      if (names.has(name)) duplicate(causes, `${at}.name`, name);
      names.add(name);
    }
    if (isUnset(port['containerPort'])) required(causes, `${at}.containerPort`);
    else checkBounds(causes, `${at}.containerPort`, port['containerPort'], 1, 65_535);
    if (!isUnset(port['hostPort'])) checkBounds(causes, `${at}.hostPort`, port['hostPort'], 1, 65_535);
    checkOneOf(causes, `${at}.protocol`, port['protocol'], protocolsOf(choices));
  }
}

function validateMounts(
  { volumeMounts, securityContext }: Members,
  field: string,
  volumes: ContainerSurroundings['volumes'],
  causes: StatusCauses,
): void {
  const paths = new Set<string>();
  for (const [index, entry] of items(volumeMounts).entries()) {
    const mount = members(entry);
    const at = `${field}[${index}]`;
    const path = text(mount['mountPath']);
    if (text(mount['name']) === '') required(causes, `${at}.name`);
    else if (!volumes.has(mount['name']))
      notFound(causes, `${at}.name`, `${shown(mount['name'])} is no volume of the pod`);
    if (path === '') required(causes, `${at}.mountPath`);
    else if (paths.has(path)) invalid(causes, `${at}.mountPath`, `${shown(path)} is mounted twice`);
    paths.add(path);
    if (text(mount['subPath']) !== '') checkFormat(causes, `${field}.subPath`, mount['subPath'], relativePath);
    validateLaterMembers('core/v1.VolumeMount', mount, at, causes);
    if (mount['mountPropagation'] === 'Bidirectional' && members(securityContext)['privileged'] !== true)
      forbidden(causes, `${at}.mountPropagation`, 'Bidirectional needs a privileged container');
  }
}

/** Later releases give containers volumes as raw devices. A volume is either mounted or a device. */
function validateDevices(
  { volumeDevices, volumeMounts }: Members,
  field: string,
  volumes: ContainerSurroundings['volumes'],
  causes: StatusCauses,
): void {
  const mounted = new Set(items(volumeMounts).map((mount) => members(mount)['name']));
  const paths = new Set<string>();
  for (const [index, entry] of items(volumeDevices).entries()) {
    const { name, devicePath } = members(entry);
    const at = `${field}[${index}]`;
    const volume = volumes.get(name);
    if (text(name) === '') required(causes, `${at}.name`);
    else if (volume === undefined) notFound(causes, `${at}.name`, `${shown(name)} is no volume of the pod`);
    else if (isAbsent(volume['persistentVolumeClaim']) && isAbsent(volume['ephemeral']))
      invalid(causes, `${at}.name`, 'must be a volume of a claim');
    if (mounted.has(name)) invalid(causes, `${at}.name`, 'is mounted already');
    const path = text(devicePath);
    if (path === '') required(causes, `${at}.devicePath`);
    else if (paths.has(path)) invalid(causes, `${at}.devicePath`, `${shown(path)} is there twice`);
    else if (path.split('/').includes('..')) invalid(causes, `${at}.devicePath`, 'must not have ".." as an element');
    paths.add(path);
  }
}

/** Claims of later releases. */
function validateClaims(
  { claims }: Members,
  field: string,
  known: ContainerSurroundings['claims'],
  causes: StatusCauses,
): void {
  for (const [index, entry] of items(claims).entries()) {
    const { name } = members(entry);
    if (text(name) === '') required(causes, `${field}.claims[${index}].name`);
    else if (!known.has(name)) notFound(causes, `${field}.claims[${index}]`, `${shown(name)} is no claim of the pod`);
  }
}

/** Clusters of today allow privileged containers. */
function validateSecurity(security: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const { privileged, allowPrivilegeEscalation, capabilities } = security;
  if (privileged === true && hasOldRules(choices))
    forbidden(causes, `${field}.privileged`, 'is not allowed by this server');
  if (allowPrivilegeEscalation === false && privileged === true)
    invalid(causes, field, 'allowPrivilegeEscalation must not be false where privileged is true');
  if (allowPrivilegeEscalation === false && items(members(capabilities)['add']).includes('CAP_SYS_ADMIN'))
    invalid(causes, field, 'allowPrivilegeEscalation must not be false beside the capability CAP_SYS_ADMIN');
  validateLaterMembers('core/v1.SecurityContext', security, field, causes);
  checkNotNegative(causes, `${field}.runAsUser`, security['runAsUser']);
  if (number(security['runAsUser']) > LARGEST_INT32 && !hasOldRules(choices))
    invalid(causes, `${field}.runAsUser`, `is more than ${LARGEST_INT32}`);
}
