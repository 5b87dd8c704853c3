import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, required } from '../causes.ts';
import { members, text, withMember } from '../values/json-members.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { STORED_RESOURCES } from '../served-resources.ts';
import type { ResourceStrategy } from '../strategy.ts';

const INVOLVED = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

/** The document is silent; the real system keeps events for an hour after their last write. */
const AN_HOUR_MS = 3_600_000;

export const EVENT: ResourceStrategy = {
  defaults,
  prepareForCreate: (object) => object,
  prepareForUpdate: (object) => object,
  validate: (object) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: () => undefined, anyFinalizer: true }, causes);
    validateInvolved(object, causes);
    return causes;
  },
  validateUpdate: () => [],
  selectableFields,
  selectableFieldNames: [...INVOLVED.map((member) => `involvedObject.${member}`), 'reason', 'source', 'type'],
  lifetimeMs: AN_HOUR_MS,
  defaultPropagation: 'background',
  byKind: {
    createdByReplace: true,
    watchedChanges: Number.POSITIVE_INFINITY,
    deletedEventHasVersion: true,
    readsIgnoreVersion: true,
  },
};

/** Source and times of an event are always present. */
function defaults(object: ApiObject): ApiObject {
  let filled = withMember(object, 'involvedObject', members(object['involvedObject']));
  filled = withMember(filled, 'source', members(object['source']));
  filled = withMember(filled, 'firstTimestamp', object['firstTimestamp'] ?? null);
  return withMember(filled, 'lastTimestamp', object['lastTimestamp'] ?? null);
}

/** An event is in the namespace of its object; for cluster-scoped objects, in `default`. */
function validateInvolved(object: ApiObject, causes: StatusCauses): void {
  const field = 'involvedObject.namespace';
  const involved = members(object['involvedObject']);
  const namespace = text(involved['namespace']);
  const own = text(object.metadata.namespace);
  const agrees = namespace === '' ? own === '' || own === 'default' : namespace === own;
  if (!agrees) invalid(causes, field, `must be the namespace of the event, "${own}"`);
  const known = STORED_RESOURCES.find(
    ({ kind, apiVersion }) => kind === involved['kind'] && apiVersion === involved['apiVersion'],
  );
  if (known?.namespaced === true && namespace === '') required(causes, field, `is required for a ${known.kind}`);
  if (known?.namespaced === false && namespace !== '') invalid(causes, field, `must not be set for a ${known.kind}`);
}

function selectableFields(object: ApiObject): Record<string, string> {
  const involved = members(object['involvedObject']);
  return {
    ...Object.fromEntries(INVOLVED.map((member) => [`involvedObject.${member}`, text(involved[member])])),
    reason: text(object['reason']),
    source: text(members(object['source'])['component']),
    type: text(object['type']),
  };
}
