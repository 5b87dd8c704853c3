import { sameJson } from '../same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, notSupported, required, shown } from '../causes.ts';
import { checkFormat, checkOneOf, requireSome } from './field-checks.ts';
import { dnsSubdomain } from '../formats.ts';
import { isAbsent, items, members, type Members, text } from '../json-members.ts';
import { validateLabelSelector } from './label-selector-validation.ts';
import { parseQuantity } from '../quantity.ts';
import { specOf } from '../template-owner.ts';

const MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce'];
const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain'];

/** Members of a volume's spec that are no sources. */
const NOT_SOURCES: ReadonlySet<string> = new Set([
  'accessModes',
  'capacity',
  'claimRef',
  'persistentVolumeReclaimPolicy',
  'storageClassName',
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

export function validateVolumeClaim(object: ApiObject, causes: StatusCauses): void {
  const spec = specOf(object);
  validateModesAndClass(spec, causes);
  const { storage } = members(members(spec['resources'])['requests']);
  if (isAbsent(storage)) required(causes, 'spec.resources[storage]');
  else checkSize(causes, 'spec.resources[storage]', storage);
  validateLabelSelector(spec['selector'], 'spec.selector', causes);
}

/** The spec of a claim is immutable; its volume can be set once. */
export function validateVolumeClaimUpdate(object: ApiObject, old: ApiObject, causes: StatusCauses): void {
  const spec = specOf(object);
  const before = specOf(old);
  const volumeName = text(before['volumeName']) === '' ? spec['volumeName'] : before['volumeName'];
  if (!sameJson({ ...before, volumeName }, { ...spec, volumeName: spec['volumeName'] }))
    forbidden(causes, 'spec', 'cannot be changed; volumeName can be set once');
}

export function validateVolume(object: ApiObject, causes: StatusCauses): void {
  const spec = specOf(object);
  const { capacity, persistentVolumeReclaimPolicy: policy } = spec;
  validateModesAndClass(spec, causes);
  requireSome(causes, 'spec.capacity', capacity);
  const names = Object.keys(members(capacity));
  if (names.length > 0 && !(names.length === 1 && names[0] === 'storage'))
    notSupported(causes, 'spec.capacity', capacity, ['storage']);
  for (const [name, value] of Object.entries(members(capacity))) checkSize(causes, `spec.capacity[${name}]`, value);
  checkOneOf(causes, 'spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES);
  const [first, ...more] = Object.keys(spec).filter((member) => !NOT_SOURCES.has(member));
  if (first === undefined) required(causes, 'spec', 'must say where the data is');
  for (const source of more) forbidden(causes, `spec.${source}`, 'there is a source already');
  if (
    first !== undefined &&
    WITHOUT_OPTIONS.has(first) &&
    Object.hasOwn(members(object.metadata.annotations), MOUNT_OPTIONS)
  ) {
    forbidden(causes, `metadata.annotations[${MOUNT_OPTIONS}]`, `${first} takes no mount options`);
  }
  if (first === 'local') forbidden(causes, 'spec.local', 'is not offered by this server');
  if (text(members(spec['hostPath'])['path']) === '/' && policy === 'Recycle')
    forbidden(causes, 'spec.persistentVolumeReclaimPolicy', 'the root of a host cannot be recycled');
}

function validateModesAndClass({ accessModes, storageClassName }: Members, causes: StatusCauses): void {
  requireSome(causes, 'spec.accessModes', items(accessModes));
  for (const mode of items(accessModes)) checkOneOf(causes, 'spec.accessModes', mode, MODES);
  if (text(storageClassName) !== '') checkFormat(causes, 'spec.storageClassName', storageClassName, dnsSubdomain);
}

function checkSize(causes: StatusCauses, field: string, value: unknown): void {
  const quantity = parseQuantity(value);
  if (quantity === undefined || quantity.nano < 0n)
    invalid(causes, field, `${shown(value)} is no quantity of 0 or more`);
}
