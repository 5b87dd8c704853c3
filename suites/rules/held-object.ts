import { minimalObject, type Steps } from './cases.ts';
import type { Step, Template } from './rule.ts';

/** The smallest object of that name with a finalizer, which keeps it readable after its delete until `release`. */
export function heldObject(on: Steps, name: string): Template {
  return { ...minimalObject(on.maker, name), metadata: { name, finalizers: ['example.com/hold'] } };
}

/** Removes the finalizers of an object. */
export function release(on: Steps, name: string): Step {
  return on.patch(name, { metadata: { finalizers: null } });
}
