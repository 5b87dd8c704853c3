import type { ApiObject } from './api-object.ts';
import { isUnset, items, members, type Members, number, text, withMember } from './values/json-members.ts';
import { specOf, withSpec } from './template-owner.ts';
import { textHash } from './values/text-hash.ts';

/**
 * Allocated values of a service: an address of 10.0.0.0/16, and node ports. Both derive from the service's uid, so
 * no allocation state is needed. Two services may share one, which no part of this server notices.
 */

export const ADDRESS_RANGE = { prefix: '10.0.', text: '10.0.0.0/16' } as const;
export const NODE_PORTS = { least: 30_000, most: 32_767 } as const;
/** The result if all ports are taken. */
const NO_PORT = 0;
const EXTERNAL: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

/** Whether services of that type have node ports. */
export function isExternal(type: unknown): boolean {
  return EXTERNAL.has(text(type));
}

/** The service with missing addresses and ports filled in. */
export function withAddresses(object: ApiObject): ApiObject {
  const spec = specOf(object);
  const uid = text(object.metadata.uid);
  let allocated: Members = spec;
  if (text(spec['clusterIP']) === '' && spec['type'] !== 'ExternalName')
    allocated = withMember(allocated, 'clusterIP', addressFor(uid));
  if (isExternal(spec['type'])) allocated = withNodePorts(allocated, uid);
  return withSpec(object, allocated);
}

function addressFor(uid: string): string {
  const hash = textHash(uid);
  return `${ADDRESS_RANGE.prefix}${(hash >>> 8) % 256}.${1 + (hash % 254)}`;
}

function withNodePorts(spec: Members, uid: string): Members {
  const ports = items(spec['ports']).map(members);
  const taken = new Map<unknown, unknown>();
  for (const { nodePort, port } of ports) if (!isUnset(nodePort)) taken.set(nodePort, port);
  const byPort = new Map<unknown, number>();
  const filled = ports.map((port) => {
    if (!isUnset(port['nodePort'])) return port;
    const nodePort = byPort.get(port['port']) ?? freePort(`${uid}/${String(port['port'])}`, taken);
    byPort.set(port['port'], nodePort);
    taken.set(nodePort, port['port']);
    return { ...port, nodePort };
  });
  const withPorts = filled.every((port, index) => port === ports[index]) ? spec : { ...spec, ports: filled };
  const checksHealth = spec['type'] === 'LoadBalancer' && spec['externalTrafficPolicy'] === 'Local';
  if (!checksHealth || number(spec['healthCheckNodePort']) !== 0) return withPorts;
  return { ...withPorts, healthCheckNodePort: freePort(`${uid}/health`, taken) };
}

function freePort(seed: string, taken: ReadonlyMap<unknown, unknown>): number {
  const count = NODE_PORTS.most - NODE_PORTS.least + 1;
  // If no port was free, no later one will be.
  if (taken.has(NO_PORT)) return NO_PORT;
  const start = textHash(seed) % count;
  for (let offset = 0; offset < count; offset += 1) {
    const port = NODE_PORTS.least + ((start + offset) % count);
    if (!taken.has(port)) return port;
  }
  return NO_PORT;
}
