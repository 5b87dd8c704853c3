import { isIP } from 'node:net';
import type { TypeId } from '../../../spec/schemas/schema.ts';
import { type StatusCauses, forbidden, invalid, required, shown } from '../causes.ts';
import { LARGEST_INT32, checkFormat } from './field-checks.ts';
import { dnsLabel, dnsSubdomain, type Format, qualifiedName, sysctlName } from '../values/formats.ts';
import { isAbsent, isUnset, items, members, type Members, text } from '../values/json-members.ts';
import { validateStrictSelector } from './label-selector-validation.ts';
import {
  all,
  atMost,
  between,
  checkMembers,
  distinct,
  each,
  exactlyOne,
  formatted,
  type MemberCheck,
  type MemberChecks,
  NOT_NEGATIVE,
  object,
  oneOf,
  unlessEmpty,
} from './member-checks.ts';
import { checkShare, isNoShare } from './rolling-update-validation.ts';
import { relativePath } from '../values/volume-sources.ts';

const ID = between(0, LARGEST_INT32);
const NAME = formatted(qualifiedName);
const SUBDOMAIN = formatted(dnsSubdomain);

const ipAddress: Format = (value) => (isIP(value) === 0 ? 'is no IP address' : undefined);
const network: Format = (value) => {
  const [address = '', bits = '', ...more] = value.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= longest
    ? undefined
    : 'must be a range such as 10.0.0.0/24';
};
/** A domain that the resolver appends: absolute with a dot at its end, with "_" in a label. */
const searchDomain: Format = (value) =>
  value === '.' ? undefined : dnsSubdomain(value.replace(/\.$/, '').replaceAll('_', 'x'));

const selector: MemberCheck = (causes, field, value) => validateStrictSelector(value, field, causes);

/** Label keys that narrow a selector, so there must be one. */
const labelKeys: MemberCheck = (causes, field, value, siblings) => {
  if (items(value).length > 0 && isAbsent(siblings['labelSelector'])) forbidden(causes, field, 'needs a labelSelector');
  each(NAME)(causes, field, value, siblings);
};

/** A profile of seccomp or AppArmor: `localhostProfile` can only be set with the type Localhost. */
const profile = (check: MemberCheck): MemberCheck =>
  all(
    object({ type: oneOf('Localhost', 'RuntimeDefault', 'Unconfined'), localhostProfile: check }, ['type']),
    (causes, field, value) => {
      const { type, localhostProfile } = members(value);
      const at = `${field}.localhostProfile`;
      if (type === 'Localhost' && isUnset(localhostProfile)) required(causes, at);
      if (type !== 'Localhost' && !isAbsent(localhostProfile))
        invalid(causes, at, 'can only be set with the type Localhost');
    },
  );
const SECCOMP = profile(formatted(relativePath));
const APP_ARMOR = profile(() => undefined);

const sysctl: Format = (value) => sysctlName(value.replaceAll('/', '.'));

const minDomains: MemberCheck = (causes, field, value, siblings) => {
  between(1)(causes, field, value, siblings);
  if (siblings['whenUnsatisfiable'] !== 'DoNotSchedule')
    invalid(causes, field, 'can only be set with whenUnsatisfiable DoNotSchedule');
};

const INCLUSION = oneOf('Honor', 'Ignore');
const SPREAD = object(
  {
    maxSkew: between(1),
    whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
    labelSelector: selector,
    minDomains,
    nodeAffinityPolicy: INCLUSION,
    nodeTaintsPolicy: INCLUSION,
    matchLabelKeys: labelKeys,
  },
  ['maxSkew', 'topologyKey', 'whenUnsatisfiable'],
);

/** One constraint for each topology and each answer to its violation. */
const spreadOnce: MemberCheck = (causes, field, value) => {
  const seen = new Set<string>();
  for (const [index, entry] of items(value).entries()) {
    const { topologyKey, whenUnsatisfiable } = members(entry);
    const key = JSON.stringify([topologyKey, whenUnsatisfiable]);
    if (seen.has(key)) invalid(causes, `${field}[${index}].{topologyKey, whenUnsatisfiable}`, 'is there already');
    seen.add(key);
  }
};

const nodeField: MemberCheck = object(
  {
    key: (causes, field, value) => {
      if (value !== 'metadata.name') invalid(causes, field, `${shown(value)} is no field of a node: metadata.name`);
    },
    operator: (causes, field, value, { values }) => {
      if (value !== 'In' && value !== 'NotIn') invalid(causes, field, `${shown(value)} is not one of In, NotIn`);
      else if (items(values).length !== 1) required(causes, field, 'must have one value');
    },
  },
  ['key', 'operator'],
);

/** Volumes beyond namespaces name the namespace of a secret too. */
const SECRET_REF = object({}, ['name', 'namespace']);

const dataSource: MemberCheck = all(
  object({ apiGroup: unlessEmpty(SUBDOMAIN) }, ['kind', 'name']),
  (causes, field, value) => {
    const { apiGroup, kind } = members(value);
    if (isUnset(apiGroup) && !isUnset(kind) && kind !== 'PersistentVolumeClaim')
      invalid(causes, field, `${shown(kind)} needs an apiGroup; without one it must be PersistentVolumeClaim`);
  },
);

const VOLUME_MODE = oneOf('Block', 'Filesystem');
const RETENTION = unlessEmpty(oneOf('Delete', 'Retain'));

const volumeShare: MemberCheck = (causes, field, value) => {
  checkShare(causes, field, value, 'whole');
  if (isNoShare(value)) invalid(causes, field, 'cannot be 0');
};

/** A member that only services of the type LoadBalancer may have. */
const ofLoadBalancers =
  (check: MemberCheck): MemberCheck =>
  (causes, field, value, siblings) => {
    if (siblings['type'] === 'LoadBalancer') check(causes, field, value, siblings);
    else forbidden(causes, field, 'can only be set with type LoadBalancer');
  };

const notOfNames =
  (check: MemberCheck): MemberCheck =>
  (causes, field, value, siblings) => {
    if (siblings['type'] === 'ExternalName') forbidden(causes, field, 'must not be set for type ExternalName');
    else check(causes, field, value, siblings);
  };

const clusterIPs: MemberCheck = (causes, field, value, siblings) => {
  const [first, ...more] = items(value);
  if (text(first) !== text(siblings['clusterIP'])) invalid(causes, `${field}[0]`, 'must be clusterIP');
  for (const [index, ip] of more.entries()) checkFormat(causes, `${field}[${index + 1}]`, ip, ipAddress);
};

const affinityConfig: MemberCheck = (causes, field, value, siblings) => {
  if (siblings['sessionAffinity'] !== 'ClientIP')
    forbidden(causes, field, 'can only be set with sessionAffinity ClientIP');
  else object({ clientIP: object({ timeoutSeconds: between(1, 86_400) }) })(causes, field, value, siblings);
};

const recursively: MemberCheck = (causes, field, value, siblings) => {
  oneOf('Disabled', 'Enabled', 'IfPossible')(causes, field, value, siblings);
  if (value === 'Disabled') return;
  if (siblings['readOnly'] !== true) forbidden(causes, field, 'needs readOnly');
  if (!isUnset(siblings['mountPropagation']) && siblings['mountPropagation'] !== 'None')
    forbidden(causes, field, 'can only be set with mountPropagation None');
};

const subPathExpr: MemberCheck = (causes, field, value, siblings) => {
  if (text(siblings['subPath']) !== '') invalid(causes, field, 'must not be set together with subPath');
  checkFormat(causes, field, value, relativePath);
};

const SCOPES_OF_QUOTAS = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
];
const SCOPES_WITH_VALUES: ReadonlySet<unknown> = new Set(['PriorityClass', 'VolumeAttributesClass']);

const scope: MemberCheck = (causes, field, value, siblings) => {
  const { scopeName, operator, values } = members(value);
  const needsValues = operator === 'In' || operator === 'NotIn';
  object({ scopeName: oneOf(...SCOPES_OF_QUOTAS), operator: oneOf('DoesNotExist', 'Exists', 'In', 'NotIn') }, [
    'scopeName',
    'operator',
  ])(causes, field, value, siblings);
  if (needsValues && items(values).length === 0)
    required(causes, `${field}.values`, 'must name values for In and NotIn');
  if (!needsValues && items(values).length > 0) invalid(causes, `${field}.values`, 'can only be set with In and NotIn');
  if (operator !== 'Exists' && !SCOPES_WITH_VALUES.has(scopeName))
    invalid(causes, `${field}.operator`, `must be Exists for ${shown(scopeName)}`);
};

/**
 * The checks of members that current clusters have and the document lacks, by type. A type without an entry has no
 * checks.
 */
const LATER_MEMBER_CHECKS: Readonly<Record<TypeId, MemberChecks>> = {
  'apps/v1beta1.RollingUpdateStatefulSetStrategy': { maxUnavailable: volumeShare },
  'apps/v1beta1.StatefulSetSpec': {
    minReadySeconds: NOT_NEGATIVE,
    ordinals: object({ start: NOT_NEGATIVE }),
    persistentVolumeClaimRetentionPolicy: object({ whenDeleted: RETENTION, whenScaled: RETENTION }),
  },
  'core/v1.Container': {
    resizePolicy: all(
      each(
        object({ resourceName: oneOf('cpu', 'memory'), restartPolicy: oneOf('NotRequired', 'RestartContainer') }, [
          'resourceName',
          'restartPolicy',
        ]),
      ),
      distinct('resourceName'),
    ),
    restartPolicy: oneOf('Always', 'Never', 'OnFailure'),
    restartPolicyRules: each(
      object(
        {
          action: oneOf('Restart', 'RestartAllContainers'),
          exitCodes: object({ operator: oneOf('In', 'NotIn') }, ['operator']),
        },
        ['action'],
      ),
    ),
  },
  'core/v1.EndpointPort': { appProtocol: NAME },
  'core/v1.HostPathVolumeSource': {
    type: unlessEmpty(
      oneOf('BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'),
    ),
  },
  'core/v1.LoadBalancerIngress': { ipMode: oneOf('Proxy', 'VIP') },
  'core/v1.NodeSelectorTerm': { matchFields: each(nodeField) },
  'core/v1.NodeSpec': { podCIDRs: all(each(formatted(network)), atMost(2)) },
  'core/v1.PersistentVolumeClaimSpec': {
    volumeMode: VOLUME_MODE,
    dataSource,
    dataSourceRef: dataSource,
    volumeAttributesClassName: unlessEmpty(SUBDOMAIN),
  },
  'core/v1.PersistentVolumeSpec': {
    volumeMode: VOLUME_MODE,
    volumeAttributesClassName: (causes, field, value, siblings) => {
      SUBDOMAIN(causes, field, value, siblings);
      if (isAbsent(siblings['csi'])) required(causes, field, 'can only be set with a csi source');
    },
    nodeAffinity: object({}, ['required']),
    csi: object(
      Object.fromEntries(
        [
          'controllerPublishSecretRef',
          'nodeStageSecretRef',
          'nodePublishSecretRef',
          'controllerExpandSecretRef',
          'nodeExpandSecretRef',
        ].map((name) => [name, SECRET_REF]),
      ),
    ),
  },
  'core/v1.PodAffinityTerm': { namespaceSelector: selector, matchLabelKeys: labelKeys, mismatchLabelKeys: labelKeys },
  'core/v1.PodSecurityContext': {
    runAsGroup: ID,
    fsGroupChangePolicy: oneOf('Always', 'OnRootMismatch'),
    supplementalGroupsPolicy: oneOf('Merge', 'Strict'),
    seLinuxChangePolicy: oneOf('MountOption', 'Recursive'),
    seccompProfile: SECCOMP,
    appArmorProfile: APP_ARMOR,
    sysctls: all(each(object({ name: formatted(sysctl) }, ['name'])), distinct('name')),
  },
  'core/v1.PodSpec': {
    hostnameOverride: SUBDOMAIN,
    preemptionPolicy: oneOf('Never', 'PreemptLowerPriority'),
    runtimeClassName: SUBDOMAIN,
    os: object({ name: oneOf('linux', 'windows') }, ['name']),
    readinessGates: each(object({ conditionType: NAME }, ['conditionType'])),
    dnsConfig: object({
      nameservers: all(each(formatted(ipAddress)), atMost(3)),
      searches: all(each(formatted(searchDomain)), atMost(32)),
      options: each(object({}, ['name'])),
    }),
    shareProcessNamespace: (causes, field, value, { hostPID }) => {
      if (value === true && hostPID === true) invalid(causes, field, 'must not be true together with hostPID');
    },
    schedulingGates: all(each(object({ name: NAME }, ['name'])), distinct('name')),
    resourceClaims: all(
      each(
        all(
          object({ name: formatted(dnsLabel), resourceClaimName: SUBDOMAIN, resourceClaimTemplateName: SUBDOMAIN }, [
            'name',
          ]),
          exactlyOne('resourceClaimName', 'resourceClaimTemplateName'),
        ),
      ),
      distinct('name'),
    ),
    topologySpreadConstraints: all(each(SPREAD), spreadOnce),
  },
  'core/v1.Probe': { terminationGracePeriodSeconds: between(1) },
  'core/v1.ResourceQuotaSpec': { scopeSelector: object({ matchExpressions: each(scope) }) },
  'core/v1.SecurityContext': {
    runAsGroup: ID,
    procMount: oneOf('Default', 'Unmasked'),
    seccompProfile: SECCOMP,
    appArmorProfile: APP_ARMOR,
  },
  'core/v1.ServicePort': { appProtocol: NAME },
  'core/v1.ServiceSpec': {
    sessionAffinityConfig: affinityConfig,
    ipFamilyPolicy: notOfNames(oneOf('PreferDualStack', 'RequireDualStack', 'SingleStack')),
    ipFamilies: notOfNames(all(each(oneOf('IPv4', 'IPv6')), distinct())),
    clusterIPs: notOfNames(all(clusterIPs, atMost(2))),
    internalTrafficPolicy: oneOf('Cluster', 'Local'),
    trafficDistribution: oneOf('PreferClose', 'PreferSameNode', 'PreferSameZone'),
    allocateLoadBalancerNodePorts: ofLoadBalancers(() => undefined),
    loadBalancerClass: ofLoadBalancers(NAME),
  },
  'core/v1.VolumeMount': {
    mountPropagation: oneOf('Bidirectional', 'HostToContainer', 'None'),
    subPathExpr,
    recursiveReadOnly: recursively,
  },
  'core/v1.VolumeProjection': {
    serviceAccountToken: object({ path: formatted(relativePath), expirationSeconds: between(600, 2 ** 32) }, ['path']),
    clusterTrustBundle: all(object({ path: formatted(relativePath) }, ['path']), exactlyOne('name', 'signerName')),
  },
  'extensions/v1beta1.HTTPIngressPath': { pathType: oneOf('Exact', 'ImplementationSpecific', 'Prefix') },
  'extensions/v1beta1.IngressSpec': { ingressClassName: SUBDOMAIN },
};

/** Checks the members that the document lacks, of an object of that type. Dialects that drop them find none. */
export function validateLaterMembers(type: TypeId, value: Members, field: string, causes: StatusCauses): void {
  checkMembers(LATER_MEMBER_CHECKS[type] ?? {}, value, field, causes);
}
