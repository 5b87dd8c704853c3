import type { History } from '../../oracle/history.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { updateTypesIn } from './due-changes.ts';
import { type Watch, watchesIn } from './watches.ts';

/** The context of checks that judge one watch. */
export interface WatchContext {
  readonly history: History;
  readonly observed: ObservedState;
  /** Every watch of the history. */
  readonly streams: readonly Watch[];
  /** The event types with which the history delivers updates. */
  readonly updates: ReadonlySet<string>;
}

/** The findings of each watch of a history. */
export function* perWatch(
  history: History,
  judge: (watch: Watch, context: WatchContext) => Iterable<Finding>,
): Iterable<Finding> {
  const observed = observedStateOf(history);
  const streams = watchesIn(history);
  const context = { history, observed, streams, updates: updateTypesIn(streams, observed) };
  for (const watch of streams) yield* judge(watch, context);
}
