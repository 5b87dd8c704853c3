import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, duplicate, forbidden, invalid, notFound, required, shown } from '../causes.ts';
import { validateEnv, validateEnvFrom } from './env-validation.ts';
import { checkBounds, checkFormat, checkNotNegative, checkOneOf, requireText } from './field-checks.ts';
import { dnsLabel, portName } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members, text } from '../values/json-members.ts';
import { PROBES, validateHandler, validateProbe } from './probe-validation.ts';
import { validateResources } from './resource-validation.ts';
import { relativePath } from '../values/volume-sources.ts';

/** The surroundings of a container for validation. */
export interface ContainerSurroundings {
  readonly choices: DialectChoices;
  /** Names of the volumes of its pod. */
  readonly volumes: ReadonlySet<unknown>;
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
  validateLifecycle(container, field, causes);
  if (!MESSAGE_POLICIES.includes(text(container['terminationMessagePolicy']))) {
    invalid(
      causes,
      `${field}.terminationMessagePolicy`,
      `${shown(container['terminationMessagePolicy'])} is not one of ${MESSAGE_POLICIES.join(', ')}`,
    );
  }
  validatePorts(container['ports'], `${field}.ports`, causes);
  validateEnv(container['env'], `${field}.env`, causes);
  validateEnvFrom(container['envFrom'], `${field}.envFrom`, causes);
  validateMounts(container['volumeMounts'], `${field}.volumeMounts`, surroundings.volumes, causes);
  checkOneOf(causes, `${field}.imagePullPolicy`, container['imagePullPolicy'], PULL_POLICIES);
  validateResources(members(container['resources']), `${field}.resources`, causes);
  validateSecurity(members(container['securityContext']), `${field}.securityContext`, causes);
}

/** A terminal requires an open stdin (document, Container: tty). */
function validateTerminal(container: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  if (choices['container.tty'] === 'accepted' || container['tty'] !== true || container['stdin'] === true) return;
  invalid(causes, `${field}.tty`, 'requires stdin to be true');
}

function validateLifecycle(container: Members, field: string, causes: StatusCauses): void {
  const lifecycle = members(container['lifecycle']);
  for (const hook of ['postStart', 'preStop']) {
    if (!isAbsent(lifecycle[hook])) validateHandler(members(lifecycle[hook]), `${field}.lifecycle.${hook}`, causes);
  }
  for (const name of PROBES) {
    if (!isAbsent(container[name])) validateProbe(members(container[name]), `${field}.${name}`, causes);
  }
  for (const name of ['livenessProbe', 'startupProbe']) {
    if (!isAbsent(container[name]) && members(container[name])['successThreshold'] !== 1)
      invalid(causes, `${field}.${name}.successThreshold`, 'must be 1');
  }
}

function validatePorts(ports: unknown, field: string, causes: StatusCauses): void {
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
    checkOneOf(causes, `${at}.protocol`, port['protocol'], ['TCP', 'UDP']);
  }
}

function validateMounts(mounts: unknown, field: string, volumes: ReadonlySet<unknown>, causes: StatusCauses): void {
  const paths = new Set<string>();
  for (const [index, entry] of items(mounts).entries()) {
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
  }
}

function validateSecurity(security: Members, field: string, causes: StatusCauses): void {
  if (security['privileged'] === true) forbidden(causes, `${field}.privileged`, 'is not allowed by this server');
  checkNotNegative(causes, `${field}.runAsUser`, security['runAsUser']);
}
