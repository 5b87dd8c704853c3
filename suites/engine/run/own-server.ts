import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { runProgram } from '../../drivers/cases/interpret.ts';
import { SlotPool } from '../../drivers/namespaces/slot-pool.ts';
import { prepareSlots } from '../../drivers/namespaces/slots.ts';
import { Ledger } from '../../drivers/removal/ledger.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import { firstLapse } from '../../oracle/exchanges/lapse.ts';
import { connect } from '../../target/connect.ts';
import { ExchangeRecorder, ObservationOrder } from '../../target/recorder.ts';
import type { CaseSender, SentCase } from '../judging/sending/case-runner.ts';
import { senderOf } from '../judging/sending/judged-for.ts';
import type { Trouble } from '../vitals/examined-case.ts';

/** A busy machine can delay our own server, so a case with this outcome proves nothing. */
const UNANSWERED: Trouble = { reason: 'a request got no response in time', again: true, forAll: false };

export interface OwnServer {
  readonly url: string;
  /** Short name of the run, a DNS label, of its own on that server. */
  readonly run: string;
  readonly choices: DialectChoices;
  readonly timeoutMs: number;
  /** The number of cases at a time. */
  readonly slots: number;
}

/** A sender of cases to one server, until it is closed. */
export interface OwnSender extends CaseSender {
  close(): Promise<void>;
}

/**
 * Sends cases to a server that this run started. Nothing is removed there: the server ends with the run. Rejects if
 * the server refuses the namespaces.
 */
export async function openOwnServer({ url, run, choices, timeoutMs, slots: count }: OwnServer): Promise<OwnSender> {
  const target = connect({ url, timeoutMs });
  const order = new ObservationOrder();
  const namespaces = await prepareSlots(target, new ExchangeRecorder({ run, rule: 'stage' }, order), {
    run,
    count,
    prefix: 'plumbline',
    needed: 'failing cases are sent again in namespaces of their own',
  }).catch(async (error: unknown) => {
    await target.close();
    throw error;
  });
  const slots = new SlotPool(namespaces);
  const ledger = new Ledger();
  let cases = 0;
  return {
    choices,
    async send(rule, program): Promise<SentCase> {
      const slot = await slots.acquire();
      try {
        cases += 1;
        const { lines } = await runProgram(program, {
          target,
          slot,
          run,
          rule: senderOf(rule),
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
    },
    close: () => target.close(),
  };
}
