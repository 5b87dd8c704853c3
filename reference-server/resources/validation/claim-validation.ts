import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, notSupported, required, shown } from '../causes.ts';
import { checkFormat, checkOneOf, requireSome, requireText } from './field-checks.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { isAbsent, items, members, type Members, text } from '../values/json-members.ts';
import { validateLabelSelector } from './label-selector-validation.ts';
import { parseQuantity } from '../values/quantity.ts';
import { hasOldRules } from './old-rules.ts';
import { specOf } from '../template-owner.ts';
import { validatePersistentSource } from './volume-validation.ts';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
/** A mode of later releases, which goes with no other. */
const ONE_POD = 'ReadWriteOncePod';
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];

/** Members of a volume's spec that are no sources. */
const NOT_SOURCES: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'mountOptions',
  'nodeAffinity',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
  'volumeAttributesClassName',
  'volumeMode',
]);

const MOUNT_OPTIONS = 'volume.beta.kubernetes.io/mount-options';
/** Sources that do not support mount options. */
const WITHOUT_OPTIONS: ReadonlySet<string> = new Set([
  'fc',
  'flexVolume',
  'flocker',
  'hostPath',
  'local',
  'portworxVolume',
  'scaleIO',
  'storageos',
]);

export function validateVolumeClaim(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  const spec = specOf(object);
  validateModesAndClass(spec, choices, causes);
  const { storage } = members(members(spec['resources'])['requests']);
  if (isAbsent(storage)) required(causes, 'spec.resources[storage]');
  else checkSize(causes, 'spec.resources[storage]', storage);
  validateLabelSelector(spec['selector'], 'spec.selector', causes);
}

/** The spec of a claim is immutable; its volume can be set once. */
export function validateVolumeClaimUpdate(
  object: ApiObject,
  old: ApiObject,
  causes: StatusCauses,
  choices: DialectChoices,
): void {
  const spec = specOf(object);
  const before = specOf(old);
  const volumeName = text(before['volumeName']) === '' ? spec['volumeName'] : before['volumeName'];
  const later = hasOldRules(choices) ? {} : laterChanges(object, old);
  if (!sameJson({ ...before, volumeName, ...later }, { ...spec, volumeName: spec['volumeName'], ...later }))
    forbidden(causes, 'spec', 'cannot be changed; volumeName can be set once');
}

/** Changes that later releases permit: a bound claim can grow, and a claim without a class can get one. */
function laterChanges(object: ApiObject, old: ApiObject): Members {
  const spec = specOf(object);
  const before = specOf(old);
  const { resources, volumeAttributesClassName } = spec;
  const isBound = members(old['status'])['phase'] === 'Bound';
  const requests = members(members(resources)['requests']);
  const grown = members(members(before['resources'])['requests'])['storage'];
  const sameButSize = {
    ...members(before['resources']),
    requests: { ...requests, storage: grown },
  };
  return {
    ...(isBound &&
    sameJson(sameButSize, {
      ...members(resources),
      requests: { ...requests, storage: grown },
    })
      ? { resources }
      : {}),
    ...(isBound ? { volumeAttributesClassName } : {}),
    ...(isAbsent(before['storageClassName']) ? { storageClassName: spec['storageClassName'] } : {}),
  };
}

export function validateVolume(object: ApiObject, causes: StatusCauses, choices: DialectChoices): void {
  const spec = specOf(object);
  const { capacity, persistentVolumeReclaimPolicy: policy } = spec;
  validateModesAndClass(spec, choices, causes);
  requireSome(causes, 'spec.capacity', capacity);
  const names = Object.keys(members(capacity));
  if (names.length > 0 && !(names.length === 1 && names[0] === 'storage'))
    notSupported(causes, 'spec.capacity', capacity, ['storage']);
  for (const [name, value] of Object.entries(members(capacity))) checkSize(causes, `spec.capacity[${name}]`, value);
  checkOneOf(causes, 'spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES);
  const [first, ...more] = Object.keys(spec).filter((member) => !NOT_SOURCES.has(member));
  if (first === undefined) required(causes, 'spec', 'must say where the data is');
  for (const source of more) forbidden(causes, `spec.${source}`, 'there is a source already');
  if (first !== undefined) validatePersistentSource(first, members(spec[first]), 'spec', causes);
  if (
    first !== undefined &&
    WITHOUT_OPTIONS.has(first) &&
    Object.hasOwn(members(object.metadata.annotations), MOUNT_OPTIONS)
  ) {
    forbidden(causes, `metadata.annotations[${MOUNT_OPTIONS}]`, `${first} takes no mount options`);
  }
  if (first === 'csi') requireText(causes, 'spec.csi.volumeHandle', members(spec['csi'])['volumeHandle']);
  if (first === 'local') validateLocal(spec, choices, causes);
  if (text(members(spec['hostPath'])['path']) === '/' && policy === 'Recycle')
    forbidden(causes, 'spec.persistentVolumeReclaimPolicy', 'the root of a host cannot be recycled');
}

/** Disks of a node came after 2017. */
function validateLocal({ local, nodeAffinity }: Members, choices: DialectChoices, causes: StatusCauses): void {
  if (hasOldRules(choices)) {
    forbidden(causes, 'spec.local', 'is not offered by this server');
    return;
  }
  requireText(causes, 'spec.local.path', members(local)['path']);
  if (isAbsent(members(nodeAffinity)['required']))
    required(causes, 'spec.nodeAffinity', 'must name the node of the disk');
}

function validateModesAndClass(
  { accessModes, storageClassName }: Members,
  choices: DialectChoices,
  causes: StatusCauses,
): void {
  const modes = items(accessModes);
  requireSome(causes, 'spec.accessModes', modes);
  for (const mode of modes)
    checkOneOf(causes, 'spec.accessModes', mode, hasOldRules(choices) ? MODES : [...MODES, ONE_POD]);
  if (modes.includes(ONE_POD) && modes.length > 1)
    forbidden(causes, 'spec.accessModes', `${ONE_POD} goes with no other mode`);
  if (text(storageClassName) !== '') checkFormat(causes, 'spec.storageClassName', storageClassName, dnsSubdomain);
}

function checkSize(causes: StatusCauses, field: string, value: unknown): void {
  const quantity = parseQuantity(value);
  if (quantity === undefined || quantity.nano < 0n)
    invalid(causes, field, `${shown(value)} is no quantity of 0 or more`);
}
