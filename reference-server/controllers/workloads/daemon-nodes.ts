import { sameJson } from '../../resources/same-json.ts';
import type { ObjectChange } from '../../objects/stored-object.ts';
import { items, members, type Members, text } from '../../resources/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { fitsNode } from '../pods/node-fit.ts';
import { takesPod } from '../pods/node-taints.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';

/** A node as daemon sets see it: whether it is schedulable is nothing to them. */
export interface DaemonNode extends SimulatedNode {
  readonly taints?: readonly unknown[];
}

/** The nodes that are there, with the labels and taints that the objects that stand for them have now. */
export class DaemonNodes {
  readonly #nodes: Map<string, DaemonNode>;
  readonly #began: ReadonlyMap<string, SimulatedNode>;

  constructor(nodes: readonly SimulatedNode[]) {
    this.#began = new Map(nodes.map((node) => [node.name, node]));
    this.#nodes = new Map(this.#began);
  }

  get all(): readonly DaemonNode[] {
    return [...this.#nodes.values()];
  }

  /** Takes a change of an object of kind Node in. Returns whether it is one to daemon sets. */
  see({ type, entry: { value } }: ObjectChange): boolean {
    const { name = '', labels = {} } = value.object.metadata;
    const began = this.#began.get(name);
    if (began === undefined) return false;
    if (type === 'delete') return this.#nodes.delete(name);
    const before = this.#nodes.get(name);
    const node = { ...began, labels, taints: items(specOf(value.object)['taints']) };
    this.#nodes.set(name, node);
    return before === undefined || !sameJson(before.labels, labels) || !sameJson(before.taints ?? [], node.taints);
  }
}

/** Whether a node is to have a pod with that spec; one that names a node is for that alone. */
export function wantsDaemon(spec: Members, node: DaemonNode): boolean {
  return isFor(spec, node) && takesPod({ taints: node.taints ?? [] }, spec);
}

/** Whether a pod with that spec may stay on a node on which it is: a taint of effect NoSchedule is for new ones. */
export function keepsDaemon(spec: Members, node: DaemonNode): boolean {
  return (
    isFor(spec, node) &&
    takesPod({ taints: (node.taints ?? []).filter((taint) => members(taint)['effect'] === 'NoExecute') }, spec)
  );
}

function isFor(spec: Members, node: SimulatedNode): boolean {
  return ['', node.name].includes(text(spec['nodeName'])) && fitsNode(spec, node);
}
