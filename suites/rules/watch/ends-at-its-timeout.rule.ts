import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, late, violated } from '../../checks/findings.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import type { Rule } from '../rule.ts';
import { WATCHED, made, watchBy } from './watch-steps.ts';

/** How much longer than asked a watch may last, in milliseconds: "about that time" is read generously. */
const SLACK_MS = 8_000;

export const rule: Rule = {
  id: 'watch/ends-at-its-timeout',
  level: 'must',
  title: 'A watch with timeoutSeconds ends by itself, cleanly, in about that time.',
  cites: ['parameters.list.timeout-seconds', 'limits.timeout-seconds', 'parameters.watch'],
  operations: WATCHED,
  cases: (operation) =>
    fc.constant([...made(operation, ['a']), watchBy(operation, 'seen', { timeoutSeconds: '1' }), { do: 'await', watch: 'seen', until: { ended: true }, within: 1000 + SLACK_MS }]),
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  for (const watch of watchesIn(history)) {
    const { request, end } = watch.exchange;
    const seconds = Number(request.query.get('timeoutSeconds') ?? 0);
    if (!Number.isInteger(seconds) || seconds <= 0 || seconds > 2 ** 31 || watch.gaveUp || end === undefined) continue;
    const lasted = end.t - request.t;
    if (end.reason === 'complete' && lasted >= seconds * 500) yield held(watch.exchange, watch.form);
    else if (end.reason === 'complete') yield violated(watch.exchange, `an end after about ${seconds} s`, `it ended after ${(lasted / 1000).toFixed(1)} s`, 'ends early');
    else if (end.reason === 'server-abort') yield violated(watch.exchange, `a clean end after about ${seconds} s`, 'the connection was cut', 'is cut');
    else if (lasted > seconds * 1000 + SLACK_MS - 500) yield late(violated(watch.exchange, `an end after about ${seconds} s`, `still open after ${(lasted / 1000).toFixed(1)} s`, 'does not end'));
  }
}
