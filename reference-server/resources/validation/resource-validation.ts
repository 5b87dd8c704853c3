import { type StatusCauses, forbidden, invalid, notSupported, required, shown } from '../causes.ts';
import { members, type Members } from '../values/json-members.ts';
import { parseQuantity, type Quantity } from '../values/quantity.ts';

const COMPUTE = ['cpu', 'memory'];
const GPU = 'alpha.kubernetes.io/nvidia-gpu';
const OVERLAY = 'storage.kubernetes.io/overlay';
const OPAQUE_PREFIX = 'pod.alpha.kubernetes.io/opaque-int-resource-';
const WHOLE = 10n ** 9n;

/** Names of later releases. */
const HUGE_PAGES = /^hugepages-./;
const isLater = (name: string): boolean => name === 'ephemeral-storage' || HUGE_PAGES.test(name);

/** Whether nodes count these in whole ones and never promise more than they have: devices, since later releases. */
const isDevice = (name: string): boolean => name.includes('/') && !name.includes('kubernetes.io/');

/** Limits and requests of a container. */
export function validateResources(resources: Members, field: string, isOld: boolean, causes: StatusCauses): void {
  const limits = quantities(members(resources['limits']), `${field}.limits`, isOld, causes);
  const requests = quantities(members(resources['requests']), `${field}.requests`, isOld, causes);
  if (!isOld) validateDevicesAndPages(limits, requests, field, causes);
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    if (name === GPU && limit?.nano !== request.nano)
      invalid(causes, `${field}.requests`, `${GPU} must be the same in limits and requests`);
    else if (limit !== undefined && limit.nano < request.nano)
      invalid(causes, `${field}.limits`, `the limit of ${name} is below its request`);
  }
}

/** Limits and requests of a pod as a whole, in later releases: of fewer resources. */
export function validatePodResources(resources: Members, field: string, causes: StatusCauses): void {
  for (const list of ['limits', 'requests']) {
    for (const name of Object.keys(members(resources[list])))
      if (!COMPUTE.includes(name) && !HUGE_PAGES.test(name))
        notSupported(causes, `${field}.${list}[${name}]`, name, [...COMPUTE, 'hugepages-2Mi']);
  }
  validateResources(resources, field, false, causes);
}

/** The resources of a pod beyond those of its containers, in later releases. */
export function validateOverhead(overhead: Members, field: string, causes: StatusCauses): void {
  quantities(overhead, field, false, causes);
}

type Amounts = ReadonlyMap<string, Quantity>;

function validateDevicesAndPages(limits: Amounts, requests: Amounts, field: string, causes: StatusCauses): void {
  for (const [name, request] of requests) {
    if (!isDevice(name) && !HUGE_PAGES.test(name)) continue;
    const limit = limits.get(name);
    if (limit === undefined) required(causes, `${field}.limits`, `must have ${name}, as the requests do`);
    else if (limit.nano !== request.nano) invalid(causes, `${field}.requests`, `${name} must be as in the limits`);
  }
  const names = [...limits.keys(), ...requests.keys()];
  if (names.some((name) => HUGE_PAGES.test(name)) && !names.some((name) => COMPUTE.includes(name)))
    forbidden(causes, field, 'huge pages need cpu or memory beside them');
}

function quantities(list: Members, field: string, isOld: boolean, causes: StatusCauses): Map<string, Quantity> {
  const read = new Map<string, Quantity>();
  for (const [name, value] of Object.entries(list)) {
    const at = `${field}[${name}]`;
    const quantity = parseQuantity(value);
    if (!name.includes('/') && !COMPUTE.includes(name) && (isOld || !isLater(name)))
      invalid(causes, at, `${shown(name)} must be ${COMPUTE.join(' or ')}, or have a prefix and "/"`);
    if (!isOld && isDevice(name) && name.startsWith('requests.'))
      invalid(causes, at, 'must not begin with "requests.", which quotas use');
    if (name === OVERLAY) forbidden(causes, at, 'is not offered by this server');
    if (quantity === undefined) {
      invalid(causes, at, `${shown(value)} is no quantity`);
      continue;
    }
    if (quantity.nano < 0n) invalid(causes, at, `${shown(value)} is negative`);
    if ((name.startsWith(OPAQUE_PREFIX) || (!isOld && isDevice(name))) && quantity.nano % WHOLE !== 0n)
      invalid(causes, at, `${shown(value)} must be a whole number`);
    read.set(name, quantity);
  }
  return read;
}
