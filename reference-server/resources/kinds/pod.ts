import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid } from '../causes.ts';
import { requestsFromLimits } from '../defaults/container-defaults.ts';
import { dnsSubdomain } from '../values/formats.ts';
import { items, members, type Members, number, text, withEach } from '../values/json-members.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { validatePodAnnotations, validatePodAnnotationsUpdate } from '../validation/pod-annotations.ts';
import { qualityOfService } from './pod-quality-of-service.ts';
import { podSpecDefaults } from '../defaults/pod-spec-defaults.ts';
import { validatePodSpecUpdate } from '../validation/pod-spec-update.ts';
import { validatePodSpec } from '../validation/pod-spec-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy, StrategyContext } from '../strategy.ts';
import { specOf, withSpec } from '../template-owner.ts';

const FINISHED: ReadonlySet<string> = new Set(['Succeeded', 'Failed']);

export const POD: ResourceStrategy = {
  defaults: (object, context) =>
    withStatusDefaults(
      hasStoredSpec(object, context) ? object : withSpec(object, withRequests(podSpecDefaults(specOf(object)))),
      {},
    ),
  prepareForCreate: (object) => withNewStatus(object, { phase: 'Pending', qosClass: qualityOfService(specOf(object)) }),
  prepareForUpdate: withStatusOf,
  prepareForStatusUpdate: (object, old) => withOwnersOf(withOnlyStatusOf(object, old), old),
  validate: (object, context) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: dnsSubdomain }, causes);
    validatePodAnnotations(
      object.metadata.annotations,
      specOf(object),
      'metadata.annotations',
      context.choices,
      causes,
    );
    if (hasStoredSpec(object, context)) return causes;
    validatePodSpec(specOf(object), 'spec', context.choices, causes);
    requireTrimmedImages(specOf(object), causes);
    return causes;
  },
  validateUpdate: (object, old, { choices }) => {
    const causes: StatusCauses = [];
    validatePodAnnotationsUpdate(object.metadata.annotations, old.metadata.annotations, causes);
    if (specOf(object) !== specOf(old)) validatePodSpecUpdate(specOf(object), specOf(old), choices, causes);
    return causes;
  },
  selectableFields,
  subresources: ['binding', 'eviction'],
  selectableFieldNames: [
    'metadata.labels',
    'metadata.annotations',
    'spec.nodeName',
    'spec.host',
    'spec.restartPolicy',
    'spec.serviceAccountName',
    'status.phase',
    'status.podIP',
    'status.hostIP',
  ],
  gracePeriod,
  specStandsAlone: true,
  defaultPropagation: 'background',
  byKind: { deleteReturnsObject: true, watchedChanges: 1000 },
};

function hasStoredSpec(object: ApiObject, { stored }: StrategyContext): boolean {
  return stored !== undefined && object['spec'] === stored['spec'];
}

function withRequests(spec: Members): Members {
  return withEach(withEach(spec, 'containers', requestsFromLimits), 'initContainers', requestsFromLimits);
}

/** A status write cannot change the owners of a pod. */
function withOwnersOf(object: ApiObject, { metadata: { ownerReferences } }: ApiObject): ApiObject {
  const { ownerReferences: _, ...kept } = object.metadata;
  return { ...object, metadata: ownerReferences === undefined ? kept : { ...kept, ownerReferences } };
}

/** Only for pods, not for templates. */
function requireTrimmedImages(spec: Members, causes: StatusCauses): void {
  for (const list of ['containers', 'initContainers']) {
    for (const [index, container] of items(spec[list]).entries()) {
      const image = text(members(container)['image']);
      if (image !== image.trim())
        invalid(causes, `spec.${list}[${index}].image`, 'must not have white space at its ends');
    }
  }
}

/** Maps have no text form, so they match nothing but the empty value. */
function selectableFields(object: ApiObject): Record<string, string> {
  const spec = specOf(object);
  const status = members(object['status']);
  return {
    'metadata.labels': '',
    'metadata.annotations': '',
    'spec.nodeName': text(spec['nodeName']),
    'spec.host': text(spec['nodeName']),
    'spec.restartPolicy': text(spec['restartPolicy']),
    'spec.serviceAccountName': text(spec['serviceAccountName']),
    'status.phase': text(status['phase']),
    'status.podIP': text(status['podIP']),
    'status.hostIP': text(status['hostIP']),
  };
}

/**
 * A pod that has no node, or has finished, is deleted without a grace period (document, PodSpec:
 * terminationGracePeriodSeconds).
 */
function gracePeriod(object: ApiObject, asked: number | undefined): number {
  const spec = specOf(object);
  if (text(spec['nodeName']) === '' || FINISHED.has(text(members(object['status'])['phase']))) return 0;
  return asked ?? number(spec['terminationGracePeriodSeconds']);
}
