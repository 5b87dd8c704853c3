import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { sameJson } from '../values/same-json.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, forbidden, invalid, notSupported, required } from '../causes.ts';
import { checkSize, validateClaimSpec, validateModesAndClass } from './claim-spec-validation.ts';
import { checkOneOf, requireSome, requireText } from './field-checks.ts';
import { isAbsent, items, members, type Members, text } from '../values/json-members.ts';
import { validateLaterMembers } from './later-member-checks.ts';
import { hasOldRules } from './old-rules.ts';
import { validateNodeTerm } from './scheduling-validation.ts';
import { specOf } from '../template-owner.ts';
import { validatePersistentSource } from './volume-validation.ts';

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
  validateClaimSpec(specOf(object), 'spec', hasOldRules(choices), causes);
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
  const isOld = hasOldRules(choices);
  validateModesAndClass(spec, 'spec', isOld, causes);
  requireSome(causes, 'spec.capacity', capacity);
  const names = Object.keys(members(capacity));
  if (names.length > 0 && !(names.length === 1 && names[0] === 'storage'))
    notSupported(causes, 'spec.capacity', capacity, ['storage']);
  for (const [name, value] of Object.entries(members(capacity)))
    checkSize(causes, `spec.capacity[${name}]`, value, isOld);
  checkOneOf(causes, 'spec.persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES);
  const [first, ...more] = Object.keys(spec).filter((member) => !NOT_SOURCES.has(member));
  if (first === undefined) required(causes, 'spec', 'must say where the data is');
  for (const source of more) forbidden(causes, `spec.${source}`, 'there is a source already');
  if (first !== undefined) validatePersistentSource(first, members(spec[first]), 'spec', choices, causes);
  if (
    first !== undefined &&
    WITHOUT_OPTIONS.has(first) &&
    Object.hasOwn(members(object.metadata.annotations), MOUNT_OPTIONS)
  ) {
    forbidden(causes, `metadata.annotations[${MOUNT_OPTIONS}]`, `${first} takes no mount options`);
  }
  if (first === 'csi') requireText(causes, 'spec.csi.volumeHandle', members(spec['csi'])['volumeHandle']);
  validateLaterMembers('core/v1.PersistentVolumeSpec', spec, 'spec', causes);
  validateNodes(spec, causes);
  if (first === 'local') validateLocal(spec, choices, causes);
  if (text(members(spec['hostPath'])['path']) === '/' && policy === 'Recycle')
    forbidden(causes, 'spec.persistentVolumeReclaimPolicy', 'the root of a host cannot be recycled');
}

/** Later releases restrict a volume to some nodes. */
function validateNodes({ nodeAffinity }: Members, causes: StatusCauses): void {
  const needed = members(nodeAffinity)['required'];
  if (isAbsent(needed)) return;
  const field = 'spec.nodeAffinity.required.nodeSelectorTerms';
  const terms = items(members(needed)['nodeSelectorTerms']);
  if (terms.length === 0) required(causes, field, 'must have at least one term');
  for (const [index, term] of terms.entries()) validateNodeTerm(members(term), `${field}[${index}]`, causes);
}

/** Later releases fix the source and the mode of a volume. */
export function validateVolumeUpdate(
  object: ApiObject,
  old: ApiObject,
  causes: StatusCauses,
  choices: DialectChoices,
): void {
  if (hasOldRules(choices)) return;
  const [spec, before] = [specOf(object), specOf(old)];
  const sources = Object.keys({ ...spec, ...before }).filter((member) => !NOT_SOURCES.has(member));
  if (sources.some((source) => !sameJson(spec[source], before[source])))
    forbidden(causes, 'spec.persistentvolumesource', 'cannot be changed after creation');
  if ((spec['volumeMode'] ?? 'Filesystem') !== (before['volumeMode'] ?? 'Filesystem'))
    invalid(causes, 'volumeMode', 'cannot be changed');
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
