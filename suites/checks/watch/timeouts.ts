import type { Exchange, History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, late, show, violated } from '../findings.ts';
import { dueChanges } from './due-changes.ts';
import { type Watch, watchesIn } from './watches.ts';

/**
 * How much longer than its timeout a watch may last, in milliseconds. "About that time" is generous, and more so if
 * the server responds slowly.
 */
const SLACK_MS = 2_000;
export const MOST_SLACK_MS = 8_000;
const SLOWNESS = 10;

/** A watch must last at least this fraction of its timeout. */
const LEAST_PART = 0.9;

/** Judges each watch of a history (`judgeTimeout`). */
export function* judgeTimeouts(history: History): Iterable<Finding> {
  for (const watch of watchesIn(history)) yield* judgeTimeout(watch, history);
}

/** Judges that a watch with `timeoutSeconds` ends after a complete event, at about that time. */
export function* judgeTimeout(watch: Watch, history: History): Iterable<Finding> {
  const { request, end } = watch.exchange;
  const seconds = Number(request.query.get('timeoutSeconds') ?? 0);
  if (!Number.isInteger(seconds) || seconds <= 0 || seconds > 2 ** 31 || watch.gaveUp || end === undefined) return;
  yield* judgeEnd(watch, {
    seconds,
    lasted: end.t - request.t,
    reason: end.reason,
    slack: slackOf(watch.exchange, history) + latenessOf(watch, history),
  });
}

interface End {
  readonly seconds: number;
  readonly lasted: number;
  readonly reason: string;
  readonly slack: number;
}

/**
 * A stream cut before its timeout may have been cut by the network, so only a cut at its timeout is the server's. An
 * overloaded server may end a watch early, so an early end counts once it recurs.
 */
function* judgeEnd({ exchange, form }: Watch, { seconds, lasted, reason, slack }: End): Iterable<Finding> {
  const half = exchange.events.at(-1);
  if (reason === 'complete' && half !== undefined && half.object === undefined)
    yield violated(exchange, 'an end after a whole event', show(half.text), 'ends within an event');
  else if (lasted > seconds * 1000 + slack)
    yield late(
      violated(
        exchange,
        `an end after about ${seconds} s`,
        `still open after ${(lasted / 1000).toFixed(1)} s`,
        'does not end',
      ),
    );
  else if (reason === 'complete' && lasted >= seconds * 1000 * LEAST_PART) yield held(exchange, form);
  else if (reason === 'complete')
    yield late(
      violated(
        exchange,
        `an end after about ${seconds} s`,
        `it ended after ${(lasted / 1000).toFixed(1)} s`,
        'ends early',
      ),
    );
  else if (reason === 'server-abort' && lasted >= seconds * 1000 * LEAST_PART)
    yield violated(exchange, `a clean end after about ${seconds} s`, 'the connection was cut', 'is cut');
}

/**
 * How much longer a watch may last, by the median response time while it was open; the maximum if there was no
 * response.
 */
function slackOf({ began, ended }: Exchange, { exchanges }: History): number {
  const durations = exchanges
    .filter((other) => other.began > began && other.ended < ended && other.response !== undefined)
    .map(({ request, response }) => (response?.t ?? 0) - request.t)
    .sort((a, b) => a - b);
  const middle = durations[Math.floor(durations.length / 2)];
  return middle === undefined ? MOST_SLACK_MS : Math.min(MOST_SLACK_MS, SLACK_MS + SLOWNESS * middle);
}

/**
 * How long after its write the latest event came, in milliseconds. Events share one queue, and the end of the stream
 * waits behind them.
 */
function latenessOf(watch: Watch, history: History): number {
  const opened = watch.exchange.response?.t ?? 0;
  const lateness = dueChanges(watch, observedStateOf(history)).map(
    ({ write, delivered }) => (delivered?.event?.t ?? 0) - Math.max(opened, write.exchange.end?.t ?? 0),
  );
  return Math.max(0, ...lateness);
}
