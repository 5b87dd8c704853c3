import type { WatchForm } from '../../drivers/cases/watch-form.ts';
import type { Patience } from './patience.ts';

/**
 * The open question after a wait of less than the full time: whether events are really missing, which is a failure,
 * or whether a rule does not apply because they are missing, which is none. An answer to one does not answer the other.
 */
export type Doubt = 'missing' | 'unapplied';

/** After this many fruitless full waits, a form of watches counts as silent. */
const SETTLED_AFTER: Readonly<Record<Doubt, number>> = { missing: 4, unapplied: 2 };
/** After this many silent forms, and no late one, one fruitless full wait is enough for each other form. */
const SILENT_FORMS = 3;

/** For watches that were first waited for less than the full time: how often the full patience brought no event. */
export class Waits {
  readonly #patience: Pick<Patience, 'relent'>;
  readonly #inVain: Readonly<Record<Doubt, Map<WatchForm, number>>> = { missing: new Map(), unapplied: new Map() };
  #wasEverLate = false;

  constructor(patience: Pick<Patience, 'relent'>) {
    this.#patience = patience;
  }

  /** Whether the full patience has made no difference to any of these forms. */
  areSettled(doubt: Doubt, forms: Iterable<WatchForm>): boolean {
    const enough = this.#isSilent(doubt) ? 1 : SETTLED_AFTER[doubt];
    return [...forms].every((form) => (this.#inVain[doubt].get(form) ?? 0) >= enough);
  }

  /** The full patience made no difference. */
  settle(doubt: Doubt, forms: Iterable<WatchForm>): void {
    for (const form of forms) this.#inVain[doubt].set(form, (this.#inVain[doubt].get(form) ?? 0) + 1);
  }

  /** Only the full patience brought events: these forms get it from now on. */
  relent(forms: Iterable<WatchForm>): void {
    this.#wasEverLate = true;
    for (const form of forms) this.#patience.relent(form);
  }

  #isSilent(doubt: Doubt): boolean {
    const silent = [...this.#inVain[doubt].values()].filter((waits) => waits >= SETTLED_AFTER[doubt]);
    return !this.#wasEverLate && silent.length >= SILENT_FORMS;
  }
}
