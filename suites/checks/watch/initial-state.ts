import type { History } from '../../oracle/history.ts';
import { type ObjectKey, type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { makerOfState } from './makers.ts';
import { isOverdue, type Overdue, overdueViolation } from './overdue.ts';
import { type Watch, type WatchedEvent, watches, watchesIn } from './watches.ts';
import { isSelected } from '../selectors.ts';

/**
 * An object that certainly existed when a watch without a version was opened, and that the watch selects. It is part
 * of the stream's initial state.
 */
interface Initial {
  readonly watch: Watch;
  readonly last: Observation;
  /** The object's first event. */
  readonly first: WatchedEvent | undefined;
  /** Whether it must have been delivered by now. */
  readonly overdue: Overdue;
}

function initialState(history: History, observed: ObservedState): Initial[] {
  return watchesIn(history)
    .filter(({ start }) => start.from === 'existing')
    .flatMap((watch) =>
      observed.keysOf(watch.exchange.call.resource.kind, watch.exchange.call.namespace).flatMap((key): Initial[] => {
        const { began, response } = watch.exchange;
        const last = observed.lastObservation(key, began, true);
        if (!watches(watch, key) || last === undefined || last.uid === undefined || response === undefined) return [];
        if (
          !observed.surelyExists(key, began) ||
          !observed.surelyExists(key, latestRead(watch)) ||
          isSelected(watch, last.content) !== true
        )
          return [];
        const current = observed.expectedAt(key, began) ?? observed.currentAt(key, began);
        if (current?.version !== last.version) return [];
        if (watch.selects && !staysSelected(watch, key, observed)) return [];
        return [
          {
            watch,
            last,
            first: watch.events.find(({ uid }) => uid === last.uid),
            overdue: isOverdue(watch, observed, { position: response.n, t: response.t }),
          },
        ];
      }),
    );
}

/** Whether no write can have made the watch not select the object until the server read the initial state. */
function staysSelected(watch: Watch, key: ObjectKey, observed: ObservedState): boolean {
  const [{ began }, read] = [watch.exchange, latestRead(watch)];
  const meanwhile = observed
    .writesTo(key)
    .filter(({ settled, began: start, outcome }) => settled > began && start < read && outcome !== 'refused');
  return (
    observed.expectedAt(key, read) !== undefined &&
    meanwhile.every(({ response }) => response !== undefined && isSelected(watch, response.content) === true)
  );
}

/** The position by which the server has certainly read the initial state: its first event, or the end of the stream. */
function latestRead({ exchange }: Watch): number {
  return exchange.events[0]?.n ?? exchange.ended;
}

/**
 * Whether a stream began with a state that was replaced before it was opened, left out the state of that moment, and
 * delivered a change that began after it.
 */
function skips({ exchange, events }: Watch, first: WatchedEvent, last: Observation, observed: ObservedState): boolean {
  const own = events.filter(({ uid }) => uid === last.uid);
  return (
    first.version !== undefined &&
    !own.some(({ version }) => version === last.version) &&
    observed.wasReplaced(last.key, first.version, exchange.began) &&
    own.some((event) => (makerOfState(observed, event)?.began ?? 0) > exchange.began)
  );
}

/** Judges that a watch without a version begins with each existing object that it selects, first as ADDED. */
export function* judgeInitialState(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { watch, last, first, overdue } of initialState(history, observed)) {
    const name = last.key.name;
    if (first === undefined && overdue)
      yield overdueViolation(
        overdue,
        violated(
          watch.exchange,
          `${name}, which existed before the watch was opened, in it`,
          `no event of it among ${watch.events.length}`,
          'existing object is missing',
        ),
      );
    else if (first !== undefined && first.type !== 'ADDED')
      yield violated(
        watch.exchange,
        `an ADDED event first for ${name}`,
        `type "${first.type}"`,
        'type of the first event',
      );
    else if (first !== undefined && skips(watch, first, last, observed))
      yield violated(
        watch.exchange,
        `version ${last.version} of ${name}, which it had before the watch was opened, first or later`,
        `version ${first.version} first, and then later ones`,
        'begins with a state that was replaced, and skips its successor',
      );
    else if (first !== undefined) yield held(watch.exchange, watch.form);
  }
}
