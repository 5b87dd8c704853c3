import type { Resource } from '../surface/resources.ts';

/** Any JSON. */
export type SampleValue =
  | null
  | boolean
  | number
  | string
  | readonly SampleValue[]
  | { readonly [member: string]: SampleValue };

/** A JSON object. */
export type ValueObject = { readonly [member: string]: SampleValue };

/** A position in an object that needs a value. */
export interface SamplePosition {
  readonly resource: Resource;
  /** Name and namespace of the object; templates are legal. */
  readonly name: string;
  readonly namespace: string;
  /** Each turn takes the next of the legal values. */
  readonly turn: number;
  /** Steps from the object to the value, indices included. */
  readonly path: readonly string[];
  /** Whether workload controllers must have nothing to do for the object. */
  readonly quiet: boolean;
}

/** The indices in a path, innermost last. */
export function indicesOf({ path }: SamplePosition): number[] {
  return path.filter(isIndex).map(Number);
}

/** The innermost index in a path; 0 if there is none. */
export function indexOf({ path }: SamplePosition): number {
  return Number(path.findLast(isIndex) ?? 0);
}

/** Whether a step of a path is an index: names of members begin with a letter. */
function isIndex(step: string): boolean {
  return step >= '0' && step < ':';
}

export function inInitContainer({ path }: SamplePosition): boolean {
  return path.includes('initContainers');
}
