import type { UpdateVerb } from '../../../spec/surface/operations.ts';
import type { History } from '../../oracle/history.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { askedBy } from '../asked-by.ts';
import { responseOf, callsOf, foundWrong } from '../responses.ts';
import type { Finding } from '../finding.ts';
import { show, violated } from '../findings.ts';
import { mayBeConflict } from './locks.ts';
import { judgeOutcomes } from './outcome-demands.ts';
import { adoptedStatus, bringsStatus } from '../status-members.ts';

/**
 * Judges writes of that verb that send another status: no appearance of the result may have it. In the cases of that
 * rule, where nothing else is wrong, the write must not be refused either.
 */
export function* judgeIgnoredStatus(
  history: History,
  verb: Extract<UpdateVerb, 'replace' | 'patch'>,
  rule: string,
): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, verb)) {
    if (sentFor(exchange, rule) && foundWrong(exchange) && !mayBeConflict(history, exchange))
      yield violated(
        exchange,
        'success, and the status ignored',
        responseOf(exchange),
        `a ${verb} with a status is refused`,
      );
  }
  yield* judgeOutcomes(history, [verb], ({ exchange, before, write }) => {
    const body = askedBy(exchange);
    const { schema, hasStatus } = write.resource;
    if (!hasStatus || body === undefined || !bringsStatus(before.content, body, schema)) return undefined;
    return {
      shape: 'other status sent',
      wrong: ({ content }) => {
        const taken = adoptedStatus(before.content, body, content, schema);
        return taken === undefined
          ? undefined
          : {
              expected: `${taken.path} ${show(taken.expected)}, as before`,
              actual: `${show(taken.actual)}, as sent,`,
              cause: `${taken.path} is taken from a ${verb} of the resource`,
            };
      },
    };
  });
}
