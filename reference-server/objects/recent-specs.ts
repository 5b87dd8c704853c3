import type { Resource } from '../../spec/surface/resources.ts';
import { sameJson } from '../resources/same-json.ts';
import type { StoredObject } from './stored-object.ts';

/** What was sent last as the spec of a new object, and what was made with it. */
interface Made {
  readonly sent: unknown;
  readonly stored: StoredObject;
}

/** So many specs are remembered for each resource: about as many controllers make objects at the same time. */
const REMEMBERED = 4;

/**
 * Objects that were made last. Most objects come in numbers, from one template: such a spec need not be filled in and validated again, and is
 * shared by all of them. Only for kinds of which the spec that is stored depends on nothing but the spec that was sent.
 *
 * A worked example: pod `a` is sent with spec S and stored with S' (its defaults filled in). Pod `b` is sent with an equal spec: `like` gives pod `a`,
 * and `b` is stored with the very same S'.
 */
export class RecentSpecs {
  readonly #made = new Map<Resource, readonly Made[]>();

  /** An object that was made with an equal spec. */
  like(resource: Resource, sent: unknown): StoredObject | undefined {
    return this.#made.get(resource)?.find((made) => sameJson(made.sent, sent))?.stored;
  }

  /** An object has been made with that spec, which was unlike all others. */
  note(resource: Resource, sent: unknown, stored: StoredObject): void {
    const others = this.#made.get(resource) ?? [];
    this.#made.set(resource, [{ sent, stored }, ...others.slice(0, REMEMBERED - 1)]);
  }
}
