import type { Program } from '../../program/program.ts';
import { needsControllers } from '../../rules/needs.ts';
import type { Rule } from '../../rules/rule.ts';
import { runProgram } from '../../drivers/cases/interpret.ts';
import { Ledger } from '../../drivers/removal/ledger.ts';
import { SlotPool } from '../../drivers/namespaces/slot-pool.ts';
import { prepareSlots } from '../../drivers/namespaces/slots.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import { firstLapse } from '../../oracle/exchanges/lapse.ts';
import { connect } from '../../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import type { CaseSender, SentCase } from '../judging/sending/case-runner.ts';
import { askForReference, type ReferenceControllers } from './reference-request.ts';
import type { RunConfig } from '../run-config.ts';
import type { Trouble } from '../vitals/examined-case.ts';

/** Failing cases are few, and may be long. */
const SLOTS = 4;

/** A busy machine can delay the reference server, so a case with this outcome proves nothing. */
const UNANSWERED: Trouble = { reason: 'a request got no response in time', again: true, forAll: false };

/** The reference servers of a run, one for each choice of controllers, started for the first case that needs it. */
export class Reference {
  readonly #config: RunConfig;
  readonly #ready = new Map<ReferenceControllers, Promise<CaseSender | string>>();
  readonly #targets: Target[] = [];

  constructor(config: RunConfig) {
    this.#config = config;
  }

  /**
   * A sender of cases to the reference server for the rule. Workload controllers run only for rules about them,
   * because other rules use quiet objects. A text says why there is none; `undefined` if the run has no channel to
   * ask on.
   */
  async sender(rule: Pick<Rule, 'needs'>): Promise<CaseSender | string | undefined> {
    const { reference } = this.#config;
    if (reference === undefined) return undefined;
    const controllers = needsControllers(rule) ? 'on' : 'cleanup';
    const ready =
      this.#ready.get(controllers) ??
      this.#open(reference.channel, controllers).catch(
        (error: Error) => `the reference server cannot be used: ${error.message}`,
      );
    this.#ready.set(controllers, ready);
    return ready;
  }

  async close(): Promise<void> {
    await Promise.all(this.#targets.map((target) => target.close()));
  }

  async #open(channel: string, controllers: ReferenceControllers): Promise<CaseSender | string> {
    const { run, choices, timeoutMs } = this.#config;
    const response = await askForReference(channel, controllers);
    if ('unavailable' in response) return response.unavailable;
    const target = connect({ url: response.url, timeoutMs });
    this.#targets.push(target);
    const order = new ObservationOrder();
    const namespaces = await prepareSlots(target, new ExchangeRecorder({ run, rule: 'stage' }, order), {
      run,
      count: SLOTS,
      prefix: 'plumbline',
      needed: 'failing cases are sent again in namespaces of their own',
    });
    const slots = new SlotPool(namespaces);
    const ledger = new Ledger();
    let cases = 0;
    const send = async (rule: Pick<Rule, 'id'>, program: Program): Promise<SentCase> => {
      const slot = await slots.acquire();
      try {
        cases += 1;
        const { lines } = await runProgram(program, {
          target,
          slot,
          run,
          rule: rule.id,
          caseId: `${run}-${cases.toString(36)}`,
          order,
          timeoutMs,
          ledger,
        });
        const history = historyOf(lines);
        return { lines, history, ...(firstLapse(history) === undefined ? {} : { trouble: UNANSWERED }) };
      } finally {
        slots.release(slot);
      }
    };
    return { choices, send };
  }
}
