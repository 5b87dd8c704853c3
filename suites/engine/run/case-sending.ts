import { runProgram } from '../../drivers/cases/interpret.ts';
import type { CaseContext } from '../../drivers/cases/case-context.ts';
import { Ledger } from '../../drivers/removal/ledger.ts';
import { PatientSender } from '../../drivers/removal/patient-sender.ts';
import type { Program } from '../../program/program.ts';
import { watchesAtOnce, withinWatches } from '../../drivers/cases/within-watches.ts';
import { Turnstile } from '../../drivers/removal/turnstile.ts';
import { SlotPool } from '../../drivers/namespaces/slot-pool.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import type { Rule } from '../../rules/rule.ts';
import type { LineSink, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import type { SentCase } from '../judging/sending/case-runner.ts';
import { senderOf } from '../judging/sending/judged-for.ts';
import type { RunConfig } from '../run-config.ts';
import type { ExaminedCase } from '../vitals/examined-case.ts';
import type { Patience } from '../vitals/patience.ts';

/** The target of cases, and the state that they share. */
export interface CasePlace {
  readonly config: RunConfig;
  readonly target: Target;
  readonly order: ObservationOrder;
  readonly log: LineSink | undefined;
  /** Called for each case that has been sent. */
  onSent(sent: SentCase & ExaminedCase): void;
}

/** Sends cases, each from a slot of its own, and remembers withheld steps. */
export class CaseSending {
  readonly #place: CasePlace;
  readonly #slots: SlotPool;
  readonly #ledger = new Ledger();
  readonly #cleaner: PatientSender;
  readonly #withheld = new Map<string, string>();
  readonly #watches: Turnstile;
  #cases = 0;

  constructor(place: CasePlace) {
    this.#place = place;
    this.#cleaner = new PatientSender(place.target);
    this.#slots = new SlotPool(place.config.namespaces);
    this.#watches = new Turnstile(place.config.watchRoom ?? 0);
  }

  /** The number of cases begun. */
  get begun(): number {
    return this.#cases;
  }

  /** Why steps of that rule's cases were withheld, if the run may not send them. */
  withheldFrom(rule: string): string | undefined {
    return this.#withheld.get(rule);
  }

  /**
   * Sends a program as a case of that rule, when the target has room for its watches. Without `patience`, it waits
   * with the full patience.
   */
  async send(rule: Pick<Rule, 'id' | 'sender'>, whole: Program, patience?: Patience): Promise<SentCase & ExaminedCase> {
    const { watchRoom } = this.#place.config;
    if (watchRoom === undefined) return this.#sendNow(rule, whole, patience);
    const program = withinWatches(whole, watchRoom);
    const room = Math.min(watchesAtOnce(program), watchRoom);
    return this.#watches.pass(() => this.#sendNow(rule, program, patience), room);
  }

  async #sendNow(
    rule: Pick<Rule, 'id' | 'sender'>,
    program: Program,
    patience?: Patience,
  ): Promise<SentCase & ExaminedCase> {
    const slot = await this.#slots.acquire();
    try {
      const { lines, barred, hurried } = await runProgram(program, this.#context(rule, slot, patience));
      if (barred !== undefined) this.#withheld.set(rule.id, barred);
      const sent = { rule, program, lines, history: historyOf(lines), hurried };
      this.#place.onSent(sent);
      return sent;
    } finally {
      this.#slots.release(slot);
    }
  }

  #context(rule: Pick<Rule, 'id' | 'sender'>, slot: CaseContext['slot'], patience: Patience | undefined): CaseContext {
    const { config, target, order, log } = this.#place;
    this.#cases += 1;
    return {
      target,
      slot,
      run: config.run,
      rule: senderOf(rule),
      caseId: `${config.run}-${this.#cases.toString(36)}`,
      order,
      timeoutMs: config.timeoutMs,
      ledger: this.#ledger,
      cleaner: this.#cleaner,
      keep: config.keep === true,
      ...(log === undefined ? {} : { sink: log }),
      ...(patience === undefined ? {} : { patience }),
    };
  }
}
