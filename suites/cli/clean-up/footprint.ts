import type { Left } from '../../drivers/removal/ledger.ts';
import type { LogPosition } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';

/**
 * The objects that a run has created on its target, and the requests that it has sent outside of its cases. It is
 * correct at every moment, however the run ends.
 */
export class Footprint {
  /** Names of the namespaces that the run made, or may have made. */
  readonly namespaces = new Set<string>();
  /** The given namespace, once the run works there. */
  shared: string | undefined;
  /** The position of the exchange log after the set-up. */
  recorded: { readonly path: string; readonly after: LogPosition } | undefined;
  /** The number of connections that the target serves at once; absent if it seems unlimited. */
  connections: number | undefined;
  readonly #targets: Target[] = [];

  /** Counts the requests of a connection. */
  track(target: Target): Target {
    this.#targets.push(target);
    return target;
  }

  get requests(): number {
    return this.#targets.reduce((sum, { requests }) => sum + requests, 0);
  }

  get isEmpty(): boolean {
    return this.namespaces.size === 0 && this.shared === undefined;
  }

  /** The leftovers if nothing is removed, for a reason of one line. */
  left(why: string): Left[] {
    const names = this.shared === undefined ? [...this.namespaces] : [this.shared];
    return names.map((name) => ({ path: `/api/v1/namespaces/${name}`, why }));
  }
}
