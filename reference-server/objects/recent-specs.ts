import type { Resource } from '../../spec/surface/resources.ts';
import { sameJson } from '../resources/values/same-json.ts';
import type { StoredObject } from './stored-object.ts';

/** The last spec sent for a new object, and the object made from it. */
interface RecentObject {
  readonly sent: unknown;
  readonly stored: StoredObject;
}

/** Number of specs remembered per resource: about as many as there are controllers creating objects at a time. */
const REMEMBERED = 4;

/**
 * Cache of recently created objects by spec. Many objects are created from one template. An equal spec is then
 * neither completed nor validated again, and all these objects share it. Only for kinds whose stored spec depends on
 * nothing but the sent spec.
 *
 * A worked example: pod `a` is sent with spec S and stored with S' (S with its defaults). Pod `b` is sent with an
 * equal spec: `like` returns pod `a`, and `b` is stored with the same S'.
 */
export class RecentSpecs {
  readonly #made = new Map<Resource, readonly RecentObject[]>();

  /** An object created with an equal spec. */
  like(resource: Resource, sent: unknown): StoredObject | undefined {
    return this.#made.get(resource)?.find((made) => sameJson(made.sent, sent))?.stored;
  }

  /** Records an object created with a spec that is not cached. */
  note(resource: Resource, sent: unknown, stored: StoredObject): void {
    const others = this.#made.get(resource) ?? [];
    this.#made.set(resource, [{ sent, stored }, ...others.slice(0, REMEMBERED - 1)]);
  }
}
