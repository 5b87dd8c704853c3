import { restoreNamespaces, someNamespaceIsGone } from '../../drivers/namespaces/restore-namespaces.ts';
import { isConfined } from '../../drivers/namespaces/slot-namespaces.ts';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import { firstLapse } from '../../oracle/exchanges/lapse.ts';
import { ExchangeRecorder, type ObservationOrder } from '../../target/recorder.ts';
import { repeatedIfLost } from '../../target/retry.ts';
import type { Target } from '../../target/target.ts';
import type { CaseSending } from './case-sending.ts';
import type { RunConfig } from '../run-config.ts';
import type { VitalIo } from '../vitals/examined-case.ts';

/** Examines the target of a run by separate requests. */
export function vitalIo(
  config: RunConfig,
  target: Target,
  order: ObservationOrder,
  sending: Pick<CaseSending, 'send'>,
): VitalIo {
  const recorder = (): ExchangeRecorder => new ExchangeRecorder({ run: config.run, rule: 'vitals' }, order);
  const names = config.namespaces.some(isConfined) ? [] : config.namespaces.flatMap((slot) => Object.values(slot));
  return {
    timeoutMs: target.timeoutMs,
    eventTimeoutMs: config.timeoutMs,
    namespace: config.namespaces[0]?.ns1 ?? 'default',
    async ask(path) {
      let asking = recorder();
      await repeatedIfLost(() => {
        asking = recorder();
        return target.request({ method: 'GET', target: path, headers: [['Accept', 'application/json']] }, asking);
      });
      return firstLapse(historyOf(asking.lines))?.lapse;
    },
    resend: (rule, program) => sending.send(rule, program),
    hasForgotten: () => someNamespaceIsGone(target, recorder(), names),
    restore: () => restoreNamespaces(target, recorder(), config.run, names),
  };
}
