import type { Resource } from '../../spec/surface/resources.ts';
import type { Steps } from './cases.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import type { Step, Template } from './rule.ts';

/** An owner reference to the object of that name, which the step `as` creates. */
export function referenceTo({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>, name: string, as: string) {
  return { apiVersion, kind, name, uid: { $from: as, at: '/metadata/uid' } } as const;
}

/** The smallest object of that name with these owner references. */
export function dependant(on: Steps, name: string, ...ownerReferences: readonly Template[]): Template {
  return { ...minimalObject(on.maker, name), metadata: { name, ownerReferences: [...ownerReferences] } };
}

/** Whether every server takes an object of that kind as an owner: an Event owns nothing in the real system. */
export function mayOwn({ kind }: Pick<Resource, 'kind'>): boolean {
  return kind !== 'Event';
}

/** The time that a quick server has to collect an object, in milliseconds. A slower one is not judged. */
const COLLECT_MS = 100;

/** The pause in which a server may collect. */
export const WAIT_FOR_THE_COLLECTOR: Step = { do: 'pause', ms: COLLECT_MS };

/** Deletes an owner, and gives the server time to collect what it owns. */
export function collecting(owners: Steps, name: string): Step[] {
  return [owners.remove(name, { body: { propagationPolicy: 'Background' } }), WAIT_FOR_THE_COLLECTOR];
}
