import { missing, SYSTEM_WRITTEN } from '../../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import type { History } from '../../oracle/history.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { received, callsOf, sent } from '../responses.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, show, violated } from '../findings.ts';

/**
 * Judges the creates of that rule's cases: everything sent is stored, and omitted members have the documented
 * default.
 */
export function* judgeFullCreates(history: History, { choices }: CheckContext, rule: string): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create')) {
    const [asked, made] = [sent(exchange), received(exchange)];
    if (!sentFor(exchange, rule) || asked === undefined || made === undefined) continue;
    const { resource } = exchange.call;
    const [lost] = missing(withDocumentedDefaults(resource, asked, choices), made, {
      schema: resource.schema,
      ignore: ['/apiVersion', '/kind', ...SYSTEM_WRITTEN, ...unshown(asked)],
    });
    if (lost === undefined) yield held(exchange, 'create');
    else
      yield violated(exchange, `${lost.path} ${show(lost.expected)}`, show(lost.actual), `${lost.path} is not stored`);
  }
}
