import type { History } from '../oracle/history.ts';
import { observedStateOf } from '../oracle/observed-state.ts';
import type { Verb } from '../../spec/surface/operations.ts';
import { callsOf, keyCalled } from './responses.ts';
import type { Finding } from './finding.ts';
import { judgeRefusal } from './no-trace.ts';

/** Judges that calls of these verbs on an object that certainly does not exist are refused and create nothing. */
export function* judgeAbsentWrites(history: History, ...verbs: readonly Verb[]): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, ...verbs)) {
    const { name = '', verb } = exchange.call;
    const key = keyCalled(exchange);
    if (!observed.surelyGoneDuring(key, exchange)) continue;
    const shape = observed.observationsOf(key).some(({ ended }) => ended < exchange.began)
      ? 'deleted before'
      : 'never made';
    yield* judgeRefusal(history, { exchange, key, what: `${verb} of ${name}, which is not there,`, shape });
  }
}
