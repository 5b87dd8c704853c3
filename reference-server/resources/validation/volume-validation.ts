import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { type StatusCauses, duplicate, forbidden, invalid, required, shown } from '../causes.ts';
import { validateFieldRef, validateResourceFieldRef } from './env-validation.ts';
import { checkBounds, checkFormat, checkOneOf, requireSome, requireText } from './field-checks.ts';
import { dnsLabel } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { validateClaimSpec } from './claim-spec-validation.ts';
import { hasOldRules } from './old-rules.ts';
import { parseQuantity } from '../values/quantity.ts';
import { FILE_MODES, relativePath, VOLUME_SOURCES, type VolumeSource } from '../values/volume-sources.ts';

/** The sources of an entry of a projected volume. */
const PROJECTIONS = [
  'secret',
  'configMap',
  'downwardAPI',
  'serviceAccountToken',
  'clusterTrustBundle',
  'podCertificate',
];
const FILE_FIELDS = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace'];

/** The volumes of a pod. */
export function validateVolumes(volumes: unknown, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const names = new Set<string>();
  for (const [index, entry] of items(volumes).entries()) {
    const volume = members(entry);
    const at = `${field}[${index}]`;
    const name = text(volume['name']);
    requireText(causes, `${at}.name`, name, dnsLabel);
    if (name !== '' && names.has(name)) duplicate(causes, `${at}.name`, name);
    names.add(name);
    validateSource(volume, at, choices, causes);
    validateSizeLimit(members(volume['emptyDir'])['sizeLimit'], `${at}.emptyDir.sizeLimit`, choices, causes);
  }
}

function validateSource(volume: Members, field: string, choices: DialectChoices, causes: StatusCauses): void {
  let seen = 0;
  for (const source of VOLUME_SOURCES) {
    if (isAbsent(volume[source.name])) continue;
    seen += 1;
    if (seen > 1) forbidden(causes, `${field}.${source.name}`, 'a volume has one source');
    else validateOneSource(source, members(volume[source.name]), field, choices, causes);
  }
}

/** The source of a persistent volume, by its name. */
export function validatePersistentSource(
  name: string,
  value: Members,
  field: string,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const source = VOLUME_SOURCES.find((one) => one.name === name);
  if (source !== undefined) validateOneSource(source, value, field, choices, causes);
}

function validateOneSource(
  source: VolumeSource,
  value: Members,
  volumeField: string,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const field = `${volumeField}.${source.reportedAs ?? source.name}`;
  const isReplaced = source.insteadOfRequired !== undefined && items(value[source.insteadOfRequired]).length > 0;
  for (const member of isReplaced ? [] : (source.required ?? []))
    requirePresent(value[member], `${field}.${member}`, causes);
  for (const [member, least, most] of source.bounds ?? [])
    checkBounds(causes, `${field}.${member}`, value[member], least, most);
  for (const [member, allowed] of Object.entries(source.oneOf ?? {}))
    checkOneOf(causes, `${field}.${member}`, value[member], allowed);
  for (const [member, format] of Object.entries(source.formats ?? {})) {
    if (text(value[member]) !== '') checkFormat(causes, `${field}.${member}`, value[member], format);
  }
  if (source.files === true) validateKeys(value['items'], `${field}.items`, causes);
  if (Object.hasOwn(MORE, source.name)) MORE[source.name]?.(value, field, causes, hasOldRules(choices));
}

function requirePresent(value: unknown, field: string, causes: StatusCauses): void {
  if (typeof value === 'object' && value !== null) requireSome(causes, field, value);
  else if (isAbsent(value) || value === '') required(causes, field);
}

/** Keys of a config map or secret, and their files. */
function validateKeys(keys: unknown, field: string, causes: StatusCauses): void {
  for (const [index, entry] of items(keys).entries()) {
    const { key, path, mode } = members(entry);
    requireText(causes, `${field}[${index}].key`, key);
    requireText(causes, `${field}[${index}].path`, path);
    checkFilePath(path, `${field}[${index}].path`, causes);
    checkBounds(causes, `${field}[${index}].mode`, mode, ...FILE_MODES);
  }
}

function checkFilePath(path: unknown, field: string, causes: StatusCauses): void {
  if (text(path) === '') return;
  if (text(path).startsWith('..')) invalid(causes, field, 'must not start with ".."');
  else checkFormat(causes, field, path, relativePath);
}

/** Files with facts of the pod; causes name the member without the index. */
function validateDownwardFiles(files: unknown, field: string, causes: StatusCauses, isOld: boolean): void {
  const allowed = isOld ? FILE_FIELDS : [...FILE_FIELDS, 'metadata.uid'];
  for (const entry of items(files)) {
    const { path, fieldRef, resourceFieldRef, mode } = members(entry);
    requireText(causes, `${field}.path`, path);
    checkFilePath(path, `${field}.path`, causes);
    if (!isAbsent(fieldRef)) validateFieldRef(members(fieldRef), allowed, isOld, `${field}.fieldRef`, causes);
    if (!isAbsent(resourceFieldRef))
      validateResourceFieldRef(members(resourceFieldRef), true, isOld, `${field}.resourceFieldRef`, causes);
    if (!isAbsent(fieldRef) && !isAbsent(resourceFieldRef))
      invalid(causes, field, 'may not have both fieldRef and resourceFieldRef');
    if (isAbsent(fieldRef) && isAbsent(resourceFieldRef))
      required(causes, field, 'must have one of fieldRef and resourceFieldRef');
    checkBounds(causes, `${field}.mode`, mode, ...FILE_MODES);
  }
}

/** Sources that share one directory, in which no two files may have the same path. */
function validateProjected(value: Members, field: string, causes: StatusCauses, isOld: boolean): void {
  const paths = new Set<string>();
  for (const [index, entry] of items(value['sources']).entries()) {
    const source = members(entry);
    const at = `${field}.sources[${index}]`;
    for (const name of ['secret', 'configMap']) {
      if (isAbsent(source[name])) continue;
      if (text(members(source[name])['name']) === '') required(causes, `${field}.name`);
      validateKeys(members(source[name])['items'], `${at}.${name}.items`, causes);
    }
    if (!isAbsent(source['downwardAPI']))
      validateDownwardFiles(members(source['downwardAPI'])['items'], `${at}.downwardAPI`, causes, isOld);
    validateLaterMembers('core/v1.VolumeProjection', source, at, causes);
    const present = PROJECTIONS.filter((name) => !isAbsent(source[name]));
    if (present.length > 1) forbidden(causes, isOld ? `${field}.${present[1]}` : at, 'an entry has one source');
    for (const path of projectedPaths(source)) {
      if (paths.has(path)) invalid(causes, field, `${shown(path)} comes from more than one source`);
      paths.add(path);
    }
  }
}

function projectedPaths(source: Members): string[] {
  const files = ['secret', 'configMap', 'downwardAPI'].flatMap((name) => items(members(source[name])['items']));
  const whole = ['serviceAccountToken', 'clusterTrustBundle'].map((name) => source[name]);
  return [...files, ...whole].map((file) => text(members(file)['path'])).filter((path) => path !== '');
}

function validateFlocker({ datasetName, datasetUUID }: Members, field: string, causes: StatusCauses): void {
  if (text(datasetName) === '' && text(datasetUUID) === '')
    required(causes, field, 'must have one of datasetName and datasetUUID');
  if (text(datasetName) !== '' && text(datasetUUID) !== '')
    invalid(causes, field, 'may not have both datasetName and datasetUUID');
}

function validateFlexVolume({ options }: Members, field: string, causes: StatusCauses): void {
  for (const key of Object.keys(members(options))) {
    const domain = key.slice(0, Math.max(0, key.indexOf('/')));
    if (!/(?:^|\.)(?:kubernetes|k8s)\.io$/.test(domain)) continue;
    invalid(causes, `${field}.options[${key}]`, 'is in a namespace that the system keeps to itself');
  }
}

function validateAzureDisk({ kind, diskURI }: Members, field: string, causes: StatusCauses): void {
  const prefix = kind === 'Managed' ? '/subscriptions/' : 'https://';
  if (text(diskURI) === '' || text(diskURI).startsWith(prefix)) return;
  causes.push({
    reason: 'FieldValueNotSupported',
    field: `${field}.diskURI`,
    message: `${shown(diskURI)} must start with ${prefix}`,
  });
}

function validateIscsi(value: Members, field: string, causes: StatusCauses): void {
  const authenticates = value['chapAuthDiscovery'] === true || value['chapAuthSession'] === true;
  if (authenticates && isAbsent(value['secretRef']))
    required(causes, `${field}.secretRef`, 'is required for authentication');
}

/** Limits of empty directories came after 2017. */
function validateSizeLimit(limit: unknown, field: string, choices: DialectChoices, causes: StatusCauses): void {
  const { nano } = parseQuantity(limit ?? '0') ?? {};
  if (nano === undefined || nano < 0n) invalid(causes, field, `${shown(limit)} is no quantity of 0 or more`);
  else if (nano !== 0n && hasOldRules(choices)) forbidden(causes, field, 'is not offered by this server');
}

/** Checks that the table of sources cannot express. */
const MORE: Readonly<Record<string, (value: Members, field: string, causes: StatusCauses, isOld: boolean) => void>> = {
  iscsi: validateIscsi,
  flocker: validateFlocker,
  flexVolume: validateFlexVolume,
  azureDisk: validateAzureDisk,
  storageos: (value, field, causes) => {
    if (text(value['volumeName']) !== '') checkFormat(causes, `${field}.volumeName`, value['volumeName'], dnsLabel);
  },
  downwardAPI: (value, field, causes, isOld) => validateDownwardFiles(value['items'], field, causes, isOld),
  projected: validateProjected,
  hostPath: (value, field, causes) => validateLaterMembers('core/v1.HostPathVolumeSource', value, field, causes),
  csi: (value, field, causes) => {
    const { nodePublishSecretRef } = value;
    if (!isAbsent(nodePublishSecretRef))
      requireText(causes, `${field}.nodePublishSecretRef.name`, members(nodePublishSecretRef)['name']);
  },
  ephemeral: ({ volumeClaimTemplate }, field, causes, isOld) => {
    if (isAbsent(volumeClaimTemplate)) return;
    const { spec } = members(volumeClaimTemplate);
    validateClaimSpec(members(spec), `${field}.volumeClaimTemplate.spec`, isOld, causes);
  },
  image: ({ reference, pullPolicy }, field, causes) => {
    // A template may leave the image to those who make pods of it.
    if (field.startsWith('spec.volumes[') && isUnset(reference)) required(causes, `${field}.reference`);
    if (!isUnset(pullPolicy))
      checkOneOf(causes, `${field}.pullPolicy`, pullPolicy, ['Always', 'IfNotPresent', 'Never']);
  },
};
