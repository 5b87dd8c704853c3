import type { ObjectChange } from '../../objects/stored-object.ts';
import type { Members } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { fitsNode } from './node-fit.ts';
import { takesPod } from './node-taints.ts';
import type { SimulatedNode } from './simulated-nodes.ts';

/** What is said of a node by the object that stands for it. */
interface Said {
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Members;
}

/**
 * Which of the simulated nodes take which pods, by what clients wrote into the objects that stand for them: labels, `unschedulable`, taints. One
 * that has no object yet is as it began; one whose object was deleted takes no pod any more.
 */
export class NodeOffers {
  readonly #nodes: readonly SimulatedNode[];
  readonly #said = new Map<string, Said | undefined>();

  constructor(nodes: readonly SimulatedNode[]) {
    this.#nodes = nodes;
  }

  /** Takes a change of an object of kind Node in; one that stands for no simulated node is nothing here. */
  see({ type, entry }: ObjectChange): void {
    const { object } = entry.value;
    const { name = '', labels = {} } = object.metadata;
    if (!this.#nodes.some((node) => node.name === name)) return;
    this.#said.set(name, type === 'put' ? { labels, spec: specOf(object) } : undefined);
  }

  /** The nodes that a pod with that spec may be put on. */
  for(podSpec: Members): SimulatedNode[] {
    return this.#nodes.filter((node) => {
      if (!this.#said.has(node.name)) return fitsNode(podSpec, node);
      const said = this.#said.get(node.name);
      return said !== undefined && takesPod(said.spec, podSpec) && fitsNode(podSpec, { ...node, labels: said.labels });
    });
  }
}
