import type { ApiObject } from '../api-object.ts';
import { canonicalResources } from './container-defaults.ts';
import {
  isAbsent,
  isEmptyMap,
  members,
  type Members,
  withChanged,
  withDefaults,
  withEach,
  withMember,
} from '../values/json-members.ts';
import { canonicalResourceList } from '../values/quantity.ts';
import { specOf, withSpec } from '../template-owner.ts';
import { sourceDefaults } from './volume-defaults.ts';

/** Defaults of kinds that are otherwise stored as sent. */

/** Converts the named resource lists to their stored form. */
function withAmounts(object: Members, lists: readonly string[]): Members {
  return lists.reduce((changed, list) => withChanged(changed, list, canonicalResourceList), object);
}

export function volumeDefaults(object: ApiObject): ApiObject {
  const spec = sourceDefaults(withDefaults(specOf(object), { persistentVolumeReclaimPolicy: 'Retain' }));
  return withSpec(object, withAmounts(spec, ['capacity']));
}

/** Defaults of a claim, or of a stateful set's claim template. */
export function claimDefaults<T extends Members>(claim: T): T {
  const asked = withChanged(claim, 'spec', (spec) => withChanged(spec, 'resources', canonicalResources));
  return withChanged(asked, 'status', (status) => withAmounts(status, ['capacity']));
}

export function quotaDefaults(object: ApiObject): ApiObject {
  const asked = withChanged(object, 'spec', (spec) => withAmounts(spec, ['hard']));
  return withChanged(asked, 'status', (status) => withAmounts(status, ['hard', 'used']));
}

/**
 * All capacity of a node is allocatable unless it says otherwise. Missing facts are present and empty: clients in
 * Python refuse a node without them.
 */
export function nodeDefaults(object: ApiObject): ApiObject {
  const { name } = object.metadata;
  const named = name === undefined ? object : withSpec(object, withDefaults(specOf(object), { externalID: name }));
  const status = withAmounts(members(object['status']), ['capacity', 'allocatable']);
  const usable =
    isEmptyMap(status['capacity']) || !isAbsent(status['allocatable'])
      ? status
      : withMember(status, 'allocatable', status['capacity']);
  const endpoints = members(status['daemonEndpoints']);
  const reported = {
    daemonEndpoints: { ...endpoints, kubeletEndpoint: { Port: 0, ...members(endpoints['kubeletEndpoint']) } },
    nodeInfo: { ...UNREPORTED, ...members(status['nodeInfo']) },
  };
  return withMember(named, 'status', { ...usable, ...reported });
}

/** Facts that a node does not report. */
const UNREPORTED = {
  machineID: '',
  systemUUID: '',
  bootID: '',
  kernelVersion: '',
  osImage: '',
  containerRuntimeVersion: '',
  kubeletVersion: '',
  kubeProxyVersion: '',
  operatingSystem: '',
  architecture: '',
};

export function endpointsDefaults(object: ApiObject): ApiObject {
  return withEach(object, 'subsets', (subset) =>
    withEach(subset, 'ports', (port) => withDefaults(port, { protocol: 'TCP' })),
  );
}

const LIMITS = ['max', 'min', 'default', 'defaultRequest', 'maxLimitRequestRatio'] as const;

export function limitRangeDefaults(object: ApiObject): ApiObject {
  return withChanged(object, 'spec', (spec) =>
    withEach(spec, 'limits', (limit) => limitDefaults(withAmounts(limit, LIMITS))),
  );
}

/**
 * A worked example: `{type: Container, max: {cpu: 2}, min: {cpu: 1, memory: 1Gi}}` gets `default: {cpu: 2}` and
 * `defaultRequest: {cpu: 2, memory: 1Gi}`; only containers have defaults.
 */
function limitDefaults(limit: Members): Members {
  if (limit['type'] !== 'Container') return limit;
  const limits = withDefaults(members(limit['default']), members(limit['max']));
  const requests = withDefaults(withDefaults(members(limit['defaultRequest']), limits), members(limit['min']));
  const withLimits = isEmptyMap(limits) ? limit : withMember(limit, 'default', limits);
  return isEmptyMap(requests) ? withLimits : withMember(withLimits, 'defaultRequest', requests);
}
