import * as fc from 'fast-check';
import type { ResourceCalled } from '../../checks/answers.ts';
import { succeeded } from '../../checks/answers.ts';
import type { Deletion } from '../../checks/delete/deletes.ts';
import { deletions } from '../../checks/delete/deletes.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import { looksAfter } from '../../checks/looks.ts';
import { removalTypes } from '../../checks/watch/due-removals.ts';
import { isOverdue, overdueViolation } from '../../checks/watch/overdue.ts';
import { updateTypesIn } from '../../checks/watch/told.ts';
import type { Watch } from '../../checks/watch/watches.ts';
import { eventOf, watches, watchesIn } from '../../checks/watch/watches.ts';
import type { Step } from '../../program/program.ts';
import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import type { Sighting, World } from '../../oracle/world.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { WAIT_MS, versionOf } from '../write-and-look.ts';
import { DELETES_IN_NAMESPACES, heldObject, release } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/marking-is-told-to-watches',
  level: 'must',
  title:
    'A delete that marks an object and leaves it there makes a new version of it, which watches are told as a change.',
  cites: ['events.1.2', 'object-metadata.resource-version.1', 'semantics.8'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch', 'watch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc.boolean().map((fromVersion) => [
      on.create(heldObject(on, '{{a}}'), { as: 'made' }),
      on.watch('seen', '{{a}}', { query: fromVersion ? { resourceVersion: versionOf('made') } : {} }),
      on.remove('{{a}}'),
      on.get('{{a}}'),
      // What is told in order is told by now.
      on.patch('{{a}}', { metadata: { annotations: { 'plumbline-fence': 'last' } } }, { as: 'fence' }),
      { do: 'await', watch: 'seen', until: { version: versionOf('fence') }, within: WAIT_MS } satisfies Step,
      release(on, '{{a}}'),
      on.get('{{a}}'),
      { do: 'await', watch: 'seen', until: { events: fromVersion ? 3 : 4 }, within: WAIT_MS } satisfies Step,
    ]);
  },
  check,
  least: 2,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  const streams = watchesIn(history);
  const updates = updateTypesIn(streams, world);
  const ends = new Set(streams.flatMap((watch) => [...removalTypes(watch, { history, world, streams, updates })]));
  for (const deletion of deletions(history)) {
    const marked = markedBy(history, world, deletion);
    if (marked === undefined) continue;
    const { exchange, key, before } = deletion;
    if (marked.version === before.version)
      yield violated(
        exchange,
        `${key.name} has another version, for it changed`,
        `version ${marked.version ?? ''}, as before`,
        'marked without a new version',
      );
    for (const watch of streams.filter((each) => isDue(each, deletion)))
      yield* judgeWatch(watch, world, exchange, { marked, ends });
  }
}

/** The state in which a delete left an object that is still there. */
function markedBy(history: History, world: World, { exchange, key, before }: Deletion): Sighting | undefined {
  const [look] = succeeded(exchange) ? looksAfter(history, world, key, exchange) : [];
  const seen = look?.seen;
  return seen !== undefined &&
    seen.uid === before.uid &&
    textAt(seen.content, 'metadata', 'deletionTimestamp') !== undefined
    ? seen
    : undefined;
}

function isDue(watch: Watch, { exchange, key }: Deletion): boolean {
  return (
    watch.start.from !== 'unknown' &&
    !watch.selects &&
    watches(watch, key) &&
    exchange.began > watch.start.after &&
    exchange.began < watch.exchange.ended
  );
}

interface Marking {
  readonly marked: Sighting;
  /** The types by which the streams tell of objects that are gone. */
  readonly ends: ReadonlySet<string>;
}

function* judgeWatch(
  watch: Watch,
  world: World,
  exchange: ResourceCalled,
  { marked, ends }: Marking,
): Iterable<Finding> {
  const told = eventOf(watch, marked.uid, marked.version);
  if (told === undefined) {
    const overdue = isOverdue(watch, world, { position: exchange.ended, t: exchange.end?.t });
    if (overdue !== false)
      yield overdueViolation(
        overdue,
        violated(
          exchange,
          `version ${marked.version ?? ''} of ${marked.key.name}, with its deletion timestamp, in the watch`,
          `${watch.events.length} events without it`,
          'a marking is not told',
        ),
      );
  } else if (told.type === 'ADDED' && told.index > 0)
    yield violated(
      exchange,
      'the marking told as a change',
      'ADDED, of an object that was there',
      'a marking is told as an appearance',
    );
  else if (ends.has(told.type))
    yield violated(
      exchange,
      'the marking told as a change, for the object is still there',
      `${told.type}, as of what is gone`,
      'a marking is told as a removal',
    );
  else yield held(exchange, `told, ${watch.form}, from ${watch.start.from}`);
}
