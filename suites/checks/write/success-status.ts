import type { History } from '../../oracle/history.ts';
import type { Verb } from '../../../spec/surface/operations.ts';
import { responseOf, callsOf, statusOf, succeeded } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';

/** Judges that successful calls of these verbs return 200 (document, Endpoints). */
export function* judgeSuccessStatus(history: History, ...verbs: readonly Verb[]): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, ...verbs)) {
    if (!succeeded(exchange)) continue;
    if (statusOf(exchange) === 200) yield held(exchange, '200');
    else yield violated(exchange, '200, as every success', responseOf(exchange), `success is ${statusOf(exchange)}`);
  }
}
