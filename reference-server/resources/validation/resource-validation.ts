import { type StatusCauses, forbidden, invalid, shown } from '../causes.ts';
import { members, type Members } from '../values/json-members.ts';
import { parseQuantity, type Quantity } from '../values/quantity.ts';

const COMPUTE = ['cpu', 'memory'];
const GPU = 'alpha.kubernetes.io/nvidia-gpu';
const OVERLAY = 'storage.kubernetes.io/overlay';
const OPAQUE_PREFIX = 'pod.alpha.kubernetes.io/opaque-int-resource-';
const WHOLE = 10n ** 9n;

/** Limits and requests of a container. */
export function validateResources(resources: Members, field: string, causes: StatusCauses): void {
  const limits = quantities(members(resources['limits']), `${field}.limits`, causes);
  const requests = quantities(members(resources['requests']), `${field}.requests`, causes);
  for (const [name, request] of requests) {
    const limit = limits.get(name);
    if (name === GPU && limit?.nano !== request.nano)
      invalid(causes, `${field}.requests`, `${GPU} must be the same in limits and requests`);
    else if (limit !== undefined && limit.nano < request.nano)
      invalid(causes, `${field}.limits`, `the limit of ${name} is below its request`);
  }
}

function quantities(list: Members, field: string, causes: StatusCauses): Map<string, Quantity> {
  const read = new Map<string, Quantity>();
  for (const [name, value] of Object.entries(list)) {
    const at = `${field}[${name}]`;
    const quantity = parseQuantity(value);
    if (!name.includes('/') && !COMPUTE.includes(name))
      invalid(causes, at, `${shown(name)} must be ${COMPUTE.join(' or ')}, or have a prefix and "/"`);
    if (name === OVERLAY) forbidden(causes, at, 'is not offered by this server');
    if (quantity === undefined) {
      invalid(causes, at, `${shown(value)} is no quantity`);
      continue;
    }
    if (quantity.nano < 0n) invalid(causes, at, `${shown(value)} is negative`);
    if (name.startsWith(OPAQUE_PREFIX) && quantity.nano % WHOLE !== 0n)
      invalid(causes, at, `${shown(value)} must be a whole number`);
    read.set(name, quantity);
  }
  return read;
}
