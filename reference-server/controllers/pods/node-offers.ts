import type { ObjectChange } from '../../objects/stored-object.ts';
import type { Members } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { fitsNode } from './node-fit.ts';
import { takesPod } from './node-taints.ts';
import type { SimulatedNode } from './simulated-nodes.ts';

/** The scheduling facts in a node's object. */
interface NodeFacts {
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Members;
}

/**
 * The simulated nodes that accept new pods, by the labels, `unschedulable` and taints that clients wrote into their
 * objects. A node without an object yet has its initial state; a node whose object was deleted accepts no pods.
 */
export class NodeOffers {
  readonly #nodes: readonly SimulatedNode[];
  readonly #said = new Map<string, NodeFacts | undefined>();

  constructor(nodes: readonly SimulatedNode[]) {
    this.#nodes = nodes;
  }

  /** Applies a change of a Node object; objects of other nodes are ignored. */
  see({ type, entry }: ObjectChange): void {
    const { object } = entry.value;
    const { name = '', labels = {} } = object.metadata;
    if (!this.#nodes.some((node) => node.name === name)) return;
    this.#said.set(name, type === 'put' ? { labels, spec: specOf(object) } : undefined);
  }

  /** The nodes for a pod with that spec. */
  for(podSpec: Members): SimulatedNode[] {
    return this.#nodes.filter((node) => {
      if (!this.#said.has(node.name)) return fitsNode(podSpec, node);
      const said = this.#said.get(node.name);
      return said !== undefined && takesPod(said.spec, podSpec) && fitsNode(podSpec, { ...node, labels: said.labels });
    });
  }
}
