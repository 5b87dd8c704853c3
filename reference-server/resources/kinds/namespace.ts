import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, shown } from '../causes.ts';
import { dnsLabel } from '../values/formats.ts';
import { isAbsent, items, members, text, withMember } from '../values/json-members.ts';
import { finalizerProblem, validateObjectMeta } from '../validation/object-meta-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy } from '../strategy.ts';
import { specOf, withSpec } from '../template-owner.ts';

/** The finalizer that keeps a namespace until its contents are gone. */
export const CONTENTS_FINALIZER = 'kubernetes';
const PERMANENT: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

export const NAMESPACE: ResourceStrategy = {
  defaults: (object) => withStatusDefaults(withSpec(object, specOf(object)), { phase: 'Active' }),
  prepareForCreate: (object) => withNewStatus(withContentsFinalizer(withoutNamespace(object)), { phase: 'Active' }),
  prepareForUpdate: (object, old) => withStatusOf(withMember(withoutNamespace(object), 'spec', old['spec']), old),
  prepareForStatusUpdate: withOnlyStatusOf,
  prepareForFinalize: (object, old) => ({
    ...old,
    metadata: object.metadata,
    spec: withMember(specOf(old), 'finalizers', specOf(object)['finalizers']),
  }),
  validate: (object) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: dnsLabel }, causes);
    for (const [index, finalizer] of items(specOf(object)['finalizers']).entries()) {
      const wrong = finalizerProblem(text(finalizer));
      if (wrong !== undefined) invalid(causes, `spec.finalizers[${index}]`, `${shown(finalizer)} ${wrong}`);
    }
    return causes;
  },
  validateUpdate: () => [],
  validateStatusUpdate: (object) => {
    const causes: StatusCauses = [];
    const phase = isAbsent(object.metadata.deletionTimestamp) ? 'Active' : 'Terminating';
    if (members(object['status'])['phase'] !== phase)
      invalid(causes, 'status.Phase', `must be ${phase} as long as the deletion is as it is`);
    return causes;
  },
  selectableFields: (object) => ({ 'status.phase': text(members(object['status'])['phase']) }),
  selectableFieldNames: ['status.phase'],
  refuseDelete: ({ metadata }) => (PERMANENT.has(text(metadata.name)) ? 'this namespace cannot be deleted' : undefined),
  terminate: (object) =>
    items(specOf(object)['finalizers']).length === 0 ? undefined : withNewStatus(object, { phase: 'Terminating' }),
  defaultPropagation: 'background',
  byKind: {
    deleteReturnsObject: true,
    heedsPreconditionsAlone: true,
    hasNoCollectionDelete: true,
    refusesNamespaceSelector: true,
  },
};

/** A namespace is in no namespace. */
function withoutNamespace(object: ApiObject): ApiObject {
  return withMember(
    object,
    'metadata',
    withMember(object.metadata as Readonly<Record<string, unknown>>, 'namespace', undefined),
  );
}

function withContentsFinalizer(object: ApiObject): ApiObject {
  const finalizers = items(specOf(object)['finalizers']);
  return finalizers.includes(CONTENTS_FINALIZER)
    ? object
    : withSpec(object, { ...specOf(object), finalizers: [...finalizers, CONTENTS_FINALIZER] });
}
