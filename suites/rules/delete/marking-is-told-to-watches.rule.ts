import { isSelected } from '../../checks/selectors.ts';
import { type Deletion, deletions } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { updateTypesIn } from '../../checks/watch/due-changes.ts';
import { deletedEventTypes } from '../../checks/watch/due-deleted-events.ts';
import { judgeEventStates } from '../../checks/watch/event-states.ts';
import { isOverdue, overdueViolation } from '../../checks/watch/overdue.ts';
import { judgeChanges } from '../../checks/watch/watch-demands.ts';
import { eventOf, type Watch, watches, watchesIn } from '../../checks/watch/watches.ts';
import { type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { awaitEvents, awaitVersion, inTurn, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { held, type ResourceCalled, succeeded, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';
import { heldObject, release } from '../held-object.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

const LABELS = { 'plumbline-held': 'yes' } as const;
const SELECTOR = 'plumbline-held=yes';

export const rule: Rule = {
  id: 'delete/marking-is-told-to-watches',
  level: 'must',
  impact: 'events',
  title:
    'A delete that leaves an object terminating gives it a new version, and watches deliver that, and each later change, as a change, with the object as a get or a write shows it.',
  cites: ['events.1.2', 'object-metadata.resource-version.1', 'semantics.8'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch', 'watch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const since = { resourceVersion: versionOf('made') };
    return inTurn(
      on.watch('seen', '{{a}}'),
      on.watch('seen', '{{a}}', { query: since }),
      on.watchList('seen', { query: { ...since, labelSelector: SELECTOR } }),
    ).map((watch) => [
      on.create({ $edit: heldObject(on, '{{a}}'), with: [{ set: '/metadata/labels', to: LABELS }] }, { as: 'made' }),
      watch,
      on.remove('{{a}}'),
      on.get('{{a}}'),
      // A last change: the watch must have delivered all earlier events before it.
      on.patch('{{a}}', { metadata: { annotations: { 'plumbline-fence': 'last' } } }, { as: 'fence' }),
      awaitVersion('seen', 'fence'),
      release(on, '{{a}}'),
      on.get('{{a}}'),
      awaitEvents('seen', watch.query === undefined ? 4 : 3),
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const streams = watchesIn(history);
  const updates = updateTypesIn(streams, observed);
  const ends = new Set(
    streams.flatMap((watch) => [...deletedEventTypes(watch, { history, observed, streams, updates })]),
  );
  for (const deletion of deletions(history)) {
    const terminating = terminatedBy(history, observed, deletion);
    if (terminating === undefined) continue;
    const { exchange, key, before } = deletion;
    if (terminating.version === before.version)
      yield violated(
        exchange,
        `${key.name} has another version, for it changed`,
        `version ${terminating.version ?? ''}, as before`,
        'marked without a new version',
      );
    for (const watch of streams.filter((each) => isDue(each, deletion, terminating)))
      yield* judgeWatch(watch, observed, exchange, { terminating, ends });
  }
  for (const watch of streams)
    yield* judgeChanges(watch, observed, ({ write }) => isTerminating(write.response.content));
  yield* judgeEventStates(history, isTerminating);
}

/** The state in which a delete left an object that still exists. */
function terminatedBy(
  history: History,
  observed: ObservedState,
  { exchange, key, before }: Deletion,
): Observation | undefined {
  const [read] = succeeded(exchange) ? freshReadsAfter(history, observed, key, exchange) : [];
  const seen = read?.seen;
  return seen !== undefined && seen.uid === before.uid && isTerminating(seen.content) ? seen : undefined;
}

/** Whether the watch was open at the delete and selects the object before and after it. */
function isDue(watch: Watch, { exchange, key, before }: Deletion, terminating: Observation): boolean {
  return (
    watch.start.from !== 'unknown' &&
    watches(watch, key) &&
    [before, terminating].every(({ content }) => isSelected(watch, content) === true) &&
    exchange.began > watch.start.after &&
    exchange.began < watch.exchange.ended
  );
}

interface Termination {
  readonly terminating: Observation;
  /** The event types by which the streams report deletions. */
  readonly ends: ReadonlySet<string>;
}

function* judgeWatch(
  watch: Watch,
  observed: ObservedState,
  exchange: ResourceCalled,
  { terminating, ends }: Termination,
): Iterable<Finding> {
  const delivered = eventOf(watch, terminating.uid, terminating.version);
  if (delivered === undefined) {
    const overdue = isOverdue(watch, observed, { position: exchange.ended, t: exchange.end?.t });
    if (overdue !== false)
      yield overdueViolation(
        overdue,
        violated(
          exchange,
          `version ${terminating.version ?? ''} of ${terminating.key.name}, with its deletion timestamp, in the watch`,
          `${watch.events.length} events without it`,
          'a marking is not told',
        ),
      );
  } else if (delivered.type === 'ADDED' && delivered.index > 0)
    yield violated(
      exchange,
      'the deletion timestamp delivered as a change',
      'ADDED, of an object that was there',
      'a marking is told as an appearance',
    );
  else if (ends.has(delivered.type))
    yield violated(
      exchange,
      'the deletion timestamp delivered as a change, because the object still exists',
      `${delivered.type}, as for a deleted object`,
      'a marking is told as a removal',
    );
  else yield held(exchange, `delivered, ${watch.form}, from ${watch.start.from}`);
}
