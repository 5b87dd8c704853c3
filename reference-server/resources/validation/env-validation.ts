import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, invalid, notSupported, required, shown } from '../causes.ts';
import { checkFormat, requireText } from './field-checks.ts';
import { cIdentifier, configKey, dnsSubdomain, qualifiedName, variableName } from '../values/formats.ts';
import { isAbsent, isMembers, items, members, type Members, text } from '../values/json-members.ts';
import { hasOldRules } from './old-rules.ts';
import { parseQuantity } from '../values/quantity.ts';

const ENV_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.podIP',
];
/** Existing fields of a pod that environment variables cannot use. */
const OTHER_FIELDS: ReadonlySet<string> = new Set([
  'metadata.labels',
  'metadata.annotations',
  'spec.restartPolicy',
  'status.phase',
]);
/** Former names of fields. */
const OLD_NAMES: ReadonlyMap<string, string> = new Map([['spec.host', 'spec.nodeName']]);
/** Fields that came after 2017. */
const LATER_ENV_FIELDS = ['metadata.uid', 'status.hostIPs', 'status.podIPs'];
/** One label or annotation, since releases after 2017. */
const ENTRY = /^metadata\.(?:annotations|labels)\['([^']*)'\]$/;
const namesAnEntry = (path: string): boolean => {
  const key = ENTRY.exec(path)?.[1];
  return key !== undefined && qualifiedName(key.toLowerCase()) === undefined;
};
const LATER_RESOURCE = /^(?:limits|requests)\.(?:ephemeral-storage|hugepages-.+)$/;
const RESOURCES = ['limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const MEMORY_DIVISORS: ReadonlySet<string> = new Set([
  '1',
  '1k',
  '1M',
  '1G',
  '1T',
  '1P',
  '1E',
  '1Ki',
  '1Mi',
  '1Gi',
  '1Ti',
  '1Pi',
  '1Ei',
]);

export function validateEnv(env: unknown, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const isOld = hasOldRules(choices);
  for (const [index, entry] of items(env).entries()) {
    const variable = members(entry);
    requireText(causes, `${field}[${index}].name`, variable['name'], isOld ? cIdentifier : variableName);
    if (!isAbsent(variable['valueFrom'])) validateSource(variable, `${field}[${index}].valueFrom`, causes, isOld);
  }
}

type ValidateSource = (source: Members, field: string, causes: StatusCauses, isOld: boolean) => void;

const SOURCES: Readonly<Record<string, ValidateSource>> = {
  fieldRef: (source, field, causes, isOld) =>
    validateFieldRef(source, isOld ? ENV_FIELDS : [...ENV_FIELDS, ...LATER_ENV_FIELDS], isOld, field, causes),
  resourceFieldRef: (source, field, causes, isOld) => validateResourceFieldRef(source, false, isOld, field, causes),
  configMapKeyRef: validateKeyRef,
  secretKeyRef: validateKeyRef,
  fileKeyRef: (source, field, causes) => {
    for (const name of ['volumeName', 'path', 'key']) requireText(causes, `${field}.${name}`, source[name]);
  },
};

/** Requires exactly one source, and no value beside it. */
function validateSource(variable: Members, field: string, causes: StatusCauses, isOld: boolean): void {
  const source = members(variable['valueFrom']);
  let seen = 0;
  for (const name in SOURCES) {
    if (isAbsent(source[name])) continue;
    seen += 1;
    SOURCES[name]?.(members(source[name]), `${field}.${name}`, causes, isOld);
  }
  if (seen === 0) invalid(causes, field, `must have one of ${Object.keys(SOURCES).join(', ')}`);
  else if (seen > 1) invalid(causes, field, 'may not have more than one source');
  else if (text(variable['value']) !== '') invalid(causes, field, 'may not be there beside a value');
}

/** Validates a field of the pod; `allowed` differs between environments and files. */
export function validateFieldRef(
  { fieldPath }: Members,
  allowed: readonly string[],
  isOld: boolean,
  field: string,
  causes: StatusCauses,
): void {
  const at = `${field}.fieldPath`;
  const named = OLD_NAMES.get(text(fieldPath)) ?? text(fieldPath);
  if (named === '') required(causes, at);
  else if (allowed.includes(named) || (!isOld && namesAnEntry(named))) return;
  else if (ENV_FIELDS.includes(named) || OTHER_FIELDS.has(named)) notSupported(causes, at, fieldPath, allowed);
  else invalid(causes, at, `${shown(fieldPath)} names no field of a pod`);
}

/** Validates a resource of a container and its divisor. */
export function validateResourceFieldRef(
  reference: Members,
  needsContainer: boolean,
  isOld: boolean,
  field: string,
  causes: StatusCauses,
): void {
  const resource = text(reference['resource']);
  if (needsContainer && text(reference['containerName']) === '') required(causes, `${field}.containerName`);
  if (resource === '') required(causes, `${field}.resource`);
  else if (!RESOURCES.includes(resource) && (isOld || !LATER_RESOURCE.test(resource)))
    notSupported(causes, `${field}.resource`, resource, RESOURCES);
  else if (!isDivisor(text(reference['divisor']), resource)) {
    invalid(causes, `${field}.divisor`, `${shown(reference['divisor'])} is no unit of ${resource}`);
  }
}

function isDivisor(divisor: string, resource: string): boolean {
  if (divisor === '' || parseQuantity(divisor)?.nano === 0n) return true;
  return resource.endsWith('.cpu') ? divisor === '1' || divisor === '1m' : MEMORY_DIVISORS.has(divisor);
}

function validateKeyRef(reference: Members, field: string, causes: StatusCauses): void {
  checkFormat(causes, `${field}.name`, reference['name'], dnsSubdomain);
  requireText(causes, `${field}.key`, reference['key'], configKey);
}

/** Validates sources of environment variables: each is exactly one of a config map and a secret. */
export function validateEnvFrom(envFrom: unknown, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const prefixes = hasOldRules(choices) ? cIdentifier : variableName;
  for (const [index, entry] of items(envFrom).entries()) {
    const source = members(entry);
    if (text(source['prefix']) !== '') checkFormat(causes, `${field}[${index}].prefix`, source['prefix'], prefixes);
    const present = ['configMapRef', 'secretRef'].filter((name) => isMembers(source[name]));
    for (const name of present)
      requireText(causes, `${field}[${index}].${name}.name`, members(source[name])['name'], dnsSubdomain);
    if (present.length !== 1) invalid(causes, field, 'each entry must have exactly one of configMapRef and secretRef');
  }
}
