/** A simulated machine: its pods behave as their annotations say. */
export interface SimulatedNode {
  readonly name: string;
  readonly ip: string;
  /** The first two numbers of its pods' addresses: `10.65`. */
  readonly podNetwork: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The default number of nodes. */
export const DEFAULT_NODES = 3;
/** The second number of an address identifies the node. */
const MOST_NODES = 180;

/** Nodes `node-1`, `node-2`, ... with the usual labels of that era's nodes. */
export function simulatedNodes(count: number): readonly SimulatedNode[] {
  return Array.from({ length: Math.min(count, MOST_NODES) }, (_, index) => {
    const name = `node-${index + 1}`;
    return {
      name,
      ip: `10.0.0.${index + 1}`,
      podNetwork: `10.${index + 65}`,
      labels: { 'kubernetes.io/hostname': name, 'beta.kubernetes.io/os': 'linux', 'beta.kubernetes.io/arch': 'amd64' },
    };
  });
}
