import { at } from '../../oracle/json.ts';
import { callsOf, held, received, show, violated } from '../judging.ts';
import type { Exchange, Finding, History } from '../rule.ts';

/** Members that only the system writes. */
const SYSTEMS_OWN = ['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'];

/** Whether a boolean read parameter is true. */
export function asksFor(exchange: Exchange, parameter: 'export' | 'exact'): boolean {
  return exchange.request.query.get(parameter) === 'true';
}

/** Judges that exports lack what a user cannot specify. */
export function* judgeExports(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'get')) {
    const object = received(exchange);
    if (object === undefined || !asksFor(exchange, 'export')) continue;
    const kept = SYSTEMS_OWN.find(
      (member) => ![undefined, null, ''].includes(at(object, 'metadata', member) as string | null | undefined),
    );
    if (kept === undefined) yield held(exchange, asksFor(exchange, 'exact') ? 'exact' : 'export');
    else
      yield violated(
        exchange,
        `no metadata.${kept}`,
        show(at(object, 'metadata', kept)),
        `metadata.${kept} is exported`,
      );
  }
}
