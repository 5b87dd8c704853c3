import type { Resource } from '../surface/resources.ts';

/** Any JSON. */
export type Value = null | boolean | number | string | readonly Value[] | { readonly [member: string]: Value };

/** A JSON object. */
export type ValueObject = { readonly [member: string]: Value };

/** Where in which object a value is needed. */
export interface SamplePosition {
  readonly resource: Resource;
  /** Name and namespace of the object; templates are legal. */
  readonly name: string;
  readonly namespace: string;
  /** Each turn takes the next of the legal values. */
  readonly turn: number;
  /** Steps from the object to the value, indices included. */
  readonly path: readonly string[];
  /** Whether control loops must have nothing to do for the object. */
  readonly quiet: boolean;
}

/** The indices in a path, the innermost one last. */
export function indicesOf({ path }: SamplePosition): number[] {
  return path.filter((step) => /^\d+$/.test(step)).map(Number);
}

/** The innermost index in a path; 0 where there is none. */
export function indexOf(place: SamplePosition): number {
  return indicesOf(place).at(-1) ?? 0;
}

/** Whether a place is inside an init container. */
export function inInitContainer({ path }: SamplePosition): boolean {
  return path.includes('initContainers');
}
