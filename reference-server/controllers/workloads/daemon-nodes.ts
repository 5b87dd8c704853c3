import { sameJson } from '../../resources/values/same-json.ts';
import type { ObjectChange } from '../../objects/stored-object.ts';
import { items, members, type Members, text } from '../../resources/values/json-members.ts';
import { specOf } from '../../resources/template-owner.ts';
import { fitsNode } from '../pods/node-fit.ts';
import { takesPod } from '../pods/node-taints.ts';
import type { SimulatedNode } from '../pods/simulated-nodes.ts';

/** A node as daemon sets see it: they ignore whether it is schedulable. */
export interface DaemonNode extends SimulatedNode {
  readonly taints?: readonly unknown[];
}

/** The existing nodes, with the present labels and taints of their objects. */
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

  /** Applies a change of a Node object. Returns whether it matters to daemon sets. */
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

/** Whether a node should have a pod with that spec; a spec with a node name is for that node only. */
export function wantsDaemon(spec: Members, node: DaemonNode): boolean {
  return isFor(spec, node) && takesPod({ taints: node.taints ?? [] }, spec);
}

/** Whether a pod with that spec may stay on its node: a NoSchedule taint only affects new pods. */
export function keepsDaemon(spec: Members, node: DaemonNode): boolean {
  return (
    isFor(spec, node) &&
    takesPod({ taints: (node.taints ?? []).filter((taint) => members(taint)['effect'] === 'NoExecute') }, spec)
  );
}

function isFor(spec: Members, node: SimulatedNode): boolean {
  return ['', node.name].includes(text(spec['nodeName'])) && fitsNode(spec, node);
}
