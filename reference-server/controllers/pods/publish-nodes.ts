import { ApiError } from '../../resources/api-error.ts';
import { timestamp } from '../../objects/schema/timestamp.ts';
import type { ServerContext } from '../../objects/server-context.ts';
import { ControllerWrites } from '../runtime/controller-writes.ts';
import type { SimulatedNode } from './simulated-nodes.ts';

/**
 * Creates an object for each simulated node without one, so clients can find the nodes of pods. Writes to it do not
 * affect the simulation.
 */
export async function publishNodes(context: ServerContext, nodes: readonly SimulatedNode[]): Promise<void> {
  const writes = new ControllerWrites(context);
  for (const { name, ip, labels } of nodes) {
    try {
      const status = nodeStatus(name, ip, timestamp(context.clock.now()));
      await writes.create('Node', undefined, { metadata: { name, labels }, spec: {}, status });
    } catch (error) {
      if (!(error instanceof ApiError) || error.reason !== 'AlreadyExists') throw error;
    }
  }
}

function nodeStatus(name: string, ip: string, now: string): object {
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'KubeletReady',
    message: 'simulated',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  const capacity = { cpu: '8', memory: '32Gi', pods: '1000' };
  return {
    capacity,
    allocatable: capacity,
    conditions: [ready],
    addresses: [
      { type: 'InternalIP', address: ip },
      { type: 'Hostname', address: name },
    ],
  };
}
