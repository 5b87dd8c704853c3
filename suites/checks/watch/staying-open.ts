import type { EndReason } from '../../../shared/exchange-log/exchange-log.ts';
import { groupBy } from '../../../shared/group-by.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, late, violated } from '../findings.ts';
import { dueChanges } from './due-changes.ts';
import { mayTakeIn, type Watch, watchesIn } from './watches.ts';

/**
 * A server may end a watch at any time. If it ends this many, each early and after about the same time, it does not
 * stream changes at all.
 */
const SEVERAL = 3;

/**
 * The largest difference between the durations of watches that end after a fixed time, in milliseconds. A server
 * that ends watches at arbitrary times varies more.
 */
const ALIKE_MS = 100;

/**
 * A watch without an event for so long before its end, in milliseconds, was not cut because of an event. Faulty
 * networks cut streams as data passes.
 */
const IDLE_MS = 8;

/**
 * Judges that not every one of several watches of one path ends within that time, in milliseconds, while the server
 * keeps responding.
 */
export function* judgeStaying(history: History, withinMs: number): Iterable<Finding> {
  const observed = observedStateOf(history);
  const untimed = watchesIn(history).filter(
    ({ exchange, gaveUp }) => !gaveUp && !exchange.request.query.has('timeoutSeconds'),
  );
  const streaming = untimed.filter((watch) =>
    dueChanges(watch, observed).some(
      ({ write, delivered }) => delivered !== undefined && !mayTakeIn(watch, write.began),
    ),
  );
  for (const watch of streaming) yield held(watch.exchange, watch.form);
  const left = untimed.filter(({ exchange }) => !lasted(exchange, 'client-abort', withinMs));
  for (const alike of groupBy(left, ({ exchange }) => exchange.request.path).values()) {
    const [first] = alike;
    if (first === undefined || !areEndedSoon(alike, withinMs) || !servesAfter(history, alike)) continue;
    yield late(
      violated(
        first.exchange,
        `one of ${alike.length} watches of ${first.exchange.request.path} to stay open for changes`,
        `each ended in good order within ${withinMs} ms`,
        'every watch ends at once',
      ),
    );
  }
}

function areEndedSoon(watches: readonly Watch[], withinMs: number): boolean {
  return (
    watches.length >= SEVERAL &&
    watches.every(({ exchange }) => lasted(exchange, 'complete', withinMs)) &&
    spreadOf(watches.map(lifeOf)) < ALIKE_MS &&
    watches.some(endedIdle)
  );
}

/** How long a watch was open, in milliseconds. */
function lifeOf({ exchange: { response, end } }: Watch): number {
  return response === undefined || end === undefined ? 0 : end.t - response.t;
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

/** Whether a watch ended in that way, after less than that time. */
function lasted({ response, end }: Exchange, reason: EndReason, ms: number): boolean {
  return response !== undefined && end?.reason === reason && end.t - response.t < ms;
}

function endedIdle({ exchange: { events, end } }: Watch): boolean {
  const last = events.at(-1)?.t;
  return last === undefined || (end !== undefined && end.t - last >= IDLE_MS);
}

/**
 * Whether the server responded to a request sent after the last of the watches had ended, so that it did not shut
 * down.
 */
function servesAfter({ exchanges }: History, watches: readonly Watch[]): boolean {
  const last = Math.max(...watches.map(({ exchange }) => exchange.ended));
  return exchanges.some(({ began, response }) => began > last && response !== undefined);
}
