import { defaultPullPolicy } from '../values/image-reference.ts';
import {
  isAbsent,
  isMembers,
  isUnset,
  members,
  type Members,
  text,
  withChanged,
  withDefaults,
  withEach,
  withMember,
} from '../values/json-members.ts';
import { PROBES } from '../validation/probe-validation.ts';
import { canonicalQuantity, canonicalResourceList } from '../values/quantity.ts';

const DEFAULTS: Members = {
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
};

/** The defaults of a container (document, Container). */
export function containerDefaults(container: Members): Members {
  let filled = withDefaults(container, DEFAULTS);
  if (isUnset(filled['imagePullPolicy']))
    filled = withMember(filled, 'imagePullPolicy', defaultPullPolicy(text(container['image'])));
  filled = withEach(filled, 'ports', portDefaults);
  filled = withEach(filled, 'env', envDefaults);
  filled = withChanged(filled, 'resources', canonicalResources);
  for (const probe of PROBES) filled = withChanged(filled, probe, probeDefaults);
  return withChanged(filled, 'lifecycle', (lifecycle) =>
    withChanged(withChanged(lifecycle, 'postStart', handlerDefaults), 'preStop', handlerDefaults),
  );
}

function portDefaults(port: Members): Members {
  return withDefaults(port, { protocol: 'TCP' });
}

/** On the host network a container port is also the host port. */
export function hostPortsOf(container: Members): Members {
  return withEach(container, 'ports', (port) =>
    isUnset(port['hostPort']) ? withMember(port, 'hostPort', port['containerPort']) : port,
  );
}

function envDefaults(variable: Members): Members {
  return withChanged(variable, 'valueFrom', (source) =>
    withChanged(withChanged(source, 'fieldRef', fieldRefDefaults), 'resourceFieldRef', resourceFieldRefDefaults),
  );
}

export function fieldRefDefaults(reference: Members): Members {
  return withDefaults(reference, { apiVersion: 'v1' });
}

export function resourceFieldRefDefaults(reference: Members): Members {
  return withMember(
    reference,
    'divisor',
    isAbsent(reference['divisor']) ? '0' : canonicalQuantity(reference['divisor']),
  );
}

/** Here zero means the default, like absence. */
function probeDefaults(probe: Members): Members {
  let filled = handlerDefaults(probe);
  for (const [member, value] of PROBE_NUMBERS) if (isUnset(filled[member])) filled = withMember(filled, member, value);
  return filled;
}

const PROBE_NUMBERS: readonly (readonly [member: string, value: number])[] = [
  ['timeoutSeconds', 1],
  ['periodSeconds', 10],
  ['successThreshold', 1],
  ['failureThreshold', 3],
];

function handlerDefaults(handler: Members): Members {
  return withChanged(handler, 'httpGet', (action) => withDefaults(action, { path: '/', scheme: 'HTTP' }));
}

/** Limits and requests of a container or a claim in their stored form. */
export function canonicalResources(resources: Members): Members {
  return withChanged(withChanged(resources, 'limits', canonicalResourceList), 'requests', canonicalResourceList);
}

/** For pods, not for templates: a missing request defaults to the limit. */
export function requestsFromLimits(container: Members): Members {
  const resources = members(container['resources']);
  const limits = members(resources['limits']);
  const requests = members(resources['requests']);
  const missing = Object.entries(limits).filter(([name]) => !Object.hasOwn(requests, name));
  if (missing.length === 0 || !isMembers(resources['limits'])) return container;
  return {
    ...container,
    resources: { ...resources, requests: Object.fromEntries([...Object.entries(requests), ...missing]) },
  };
}
