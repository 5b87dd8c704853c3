import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { ApiObject } from '../api-object.ts';
import { type StatusCauses, invalid, shown } from '../causes.ts';
import { letterLabel } from '../values/formats.ts';
import {
  isUnset,
  items,
  members,
  type Members,
  text,
  withDefaults,
  withEach,
  withMember,
} from '../values/json-members.ts';
import { validateLoadBalancer } from './load-balancer-status.ts';
import { validateObjectMeta } from '../validation/object-meta-validation.ts';
import { hasOldRules } from '../validation/old-rules.ts';
import { sameJson } from '../values/same-json.ts';
import { isExternal, withAddresses } from '../service-addresses.ts';
import { validateServiceSpec } from '../validation/service-validation.ts';
import { withNewStatus, withOnlyStatusOf, withStatusDefaults, withStatusOf } from '../status-isolation.ts';
import type { ResourceStrategy } from '../strategy.ts';
import { specOf, withSpec } from '../template-owner.ts';

const NEW_STATUS = { loadBalancer: {} };
/** The annotation of the traffic policy before it became a field. */
const TRAFFIC = 'service.beta.kubernetes.io/external-traffic';

export const SERVICE: ResourceStrategy = {
  defaults,
  prepareForCreate: (object) => withNewStatus(withAddresses(object), NEW_STATUS),
  prepareForUpdate: (sent, old, { choices }) => {
    const object = hasOldRules(choices) ? sent : withoutUnneeded(sent, old);
    return withStatusOf(mayAllocate(object, old) ? withAddresses(object) : object, old);
  },
  prepareForStatusUpdate: withOnlyStatusOf,
  validate: (object, { choices }) => {
    const causes: StatusCauses = [];
    validateObjectMeta(object.metadata, { name: letterLabel }, causes);
    validateServiceSpec(specOf(object), choices, causes);
    validateTrafficAnnotation(object, causes);
    return causes;
  },
  validateUpdate,
  validateStatusUpdate: validateLoadBalancer,
  selectableFields: () => ({}),
  selectableFieldNames: [],
  defaultPropagation: 'background',
  byKind: {
    watchedChanges: 1000,
    replaceNeedsVersion: true,
    otherUidIsInvalid: true,
    ignoresDeleteOptions: true,
    deletionHasNoDetails: true,
    hasNoCollectionDelete: true,
  },
  forExport: (object, exact, choices) => (exact ? object : withSpec(object, withoutAddresses(specOf(object), choices))),
};

function defaults(object: ApiObject): ApiObject {
  let spec = withDefaults(specOf(object), { sessionAffinity: 'None', type: 'ClusterIP' });
  spec = withEach(spec, 'ports', portDefaults);
  if (isExternal(spec['type']) && !hasTrafficAnnotation(object))
    spec = withDefaults(spec, { externalTrafficPolicy: 'Cluster' });
  return withStatusDefaults(withSpec(object, spec), NEW_STATUS);
}

function portDefaults(port: Members): Members {
  const filled = withDefaults(port, { protocol: 'TCP' });
  return isUnset(filled['targetPort']) ? withMember(filled, 'targetPort', filled['port']) : filled;
}

function hasTrafficAnnotation(object: ApiObject): boolean {
  return text(members(object.metadata.annotations)[TRAFFIC]) !== '';
}

function validateTrafficAnnotation(object: ApiObject, causes: StatusCauses): void {
  const value = members(object.metadata.annotations)[TRAFFIC];
  const field = `metadata.annotations[${TRAFFIC}]`;
  if (value === undefined) return;
  if (value !== 'OnlyLocal' && value !== 'Global')
    invalid(causes, field, `${shown(value)} is not one of OnlyLocal, Global`);
  const spec = specOf(object);
  const both = !isUnset(spec['externalTrafficPolicy']) || !isUnset(spec['healthCheckNodePort']);
  if (both) invalid(causes, field, 'cannot be there beside the fields of the spec');
}

/**
 * A service gets an address if it has none, and node ports when its type begins to need them; an existing address
 * stays.
 */
function mayAllocate(object: ApiObject, old: ApiObject): boolean {
  return (
    text(specOf(object)['clusterIP']) !== '' ||
    text(specOf(old)['clusterIP']) === '' ||
    specOf(object)['type'] === 'ExternalName'
  );
}

/**
 * In later releases a changed type drops the allocated values and members that the new type does not have, unless the
 * write changes them too.
 */
function withoutUnneeded(object: ApiObject, old: ApiObject): ApiObject {
  const before = specOf(old);
  let spec = specOf(object);
  const dropped = (members_: readonly string[]): void => {
    for (const member of members_)
      if (sameJson(spec[member], before[member])) spec = withMember(spec, member, undefined);
  };
  const [type, was] = [spec['type'], before['type']];
  if (type === was) return object;
  if (type === 'ExternalName')
    dropped(['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy']);
  if (was === 'LoadBalancer') dropped(['healthCheckNodePort', 'allocateLoadBalancerNodePorts', 'loadBalancerClass']);
  if (isExternal(was) && !isExternal(type)) {
    if (items(spec['externalIPs']).length === 0) dropped(['externalTrafficPolicy']);
    const allocated = new Set(items(before['ports']).map((port) => members(port)['nodePort']));
    spec = withEach(spec, 'ports', (port) =>
      allocated.has(port['nodePort']) ? withMember(port, 'nodePort', undefined) : port,
    );
  }
  return withSpec(object, spec);
}

function validateUpdate(object: ApiObject, old: ApiObject): StatusCauses {
  const causes: StatusCauses = [];
  const [spec, before] = [specOf(object), specOf(old)];
  const named = [spec, before].some(({ type }) => type === 'ExternalName');
  if (!named && text(before['clusterIP']) !== '' && spec['clusterIP'] !== before['clusterIP']) {
    invalid(causes, 'spec.clusterIP', `cannot be changed from ${text(before['clusterIP'])}`);
  }
  return causes;
}

/** Removes the values that another cluster would allocate anew. */
function withoutAddresses(spec: Members, choices: DialectChoices): Members {
  const unknown = choices['get.export-status'] === 'as-at-creation' ? '<unknown>' : undefined;
  const kept = spec['clusterIP'] === 'None' ? spec : withMember(spec, 'clusterIP', unknown);
  return withEach(withMember(kept, 'healthCheckNodePort', undefined), 'ports', (port) =>
    withMember(port, 'nodePort', undefined),
  );
}
