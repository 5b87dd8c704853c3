import { distinctChange } from '../../generators/changes.ts';
import { awaitEvents, awaitVersion, edited, minimalObject, type Steps, stepsOn, versionOf } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { JsonObject, Operation, Program, Resource, Step } from '../rule.ts';
import { WATCHED, isShared, watchBy } from './watch-steps.ts';

/**
 * Pauses of open watches, in milliseconds: before the first story, before the one near the end of those with a
 * timeout, and before the last. Late failures come from timers and from expired state.
 */
const IDLE_MS = 40;
const ENDING_MS = 560;
const LATER_MS = 520;

/** The number of concurrent changes. */
const BURST = 10;

/**
 * Opens every watch operation of the resource while objects come, change and go: soon, after a burst, after another
 * watch has closed, near the end of a timeout, and after a second. The last two times changes also come in turn. Each
 * operation has a watch from a version, two without a version, and one with a timeout, which opens after the burst:
 * however long a slow server took for it, the next changes come near the end of that watch.
 */
export function everyMoment(resource: Resource): Program {
  const on = stepsOn(resource);
  const watched = WATCHED.filter((operation) => operation.resource === resource.id);
  const brief = watched.flatMap((_, index) => [`now${index}`, `again${index}`]);
  const lasting = watched.map((_, index) => `listed${index}`);
  return [
    ...['{{a}}', '{{ab}}'].map((name) => on.create(contentful(on, name))),
    on.list({ as: 'list' }),
    on.listAll({ as: 'listAll' }),
    on.watchList('leaver'),
    { do: 'together', branches: watched.map(opened) },
    { do: 'pause', ms: IDLE_MS },
    story(on, 'soon'),
    { do: 'close', watch: 'leaver' },
    { do: 'together', branches: burst(on) },
    story(on, 'burst'),
    {
      do: 'together',
      branches: watched.map((operation, index) => [watchBy(operation, `timed${index}`, { timeoutSeconds: '1' })]),
    },
    { do: 'pause', ms: ENDING_MS },
    story(on, 'ending'),
    ...neighbours(on, 'ending'),
    { do: 'pause', ms: LATER_MS },
    ...brief.map((watch): Step => ({ do: 'close', watch })),
    story(on, 'later'),
    ...neighbours(on, 'later'),
    on.patch('{{a}}', annotated('last', 'yes'), { as: 'last' }),
    { do: 'together', branches: lasting.map((watch) => [awaitVersion(watch, 'last')]) },
  ];
}

/** The smallest object with a member besides its metadata, so an event without it shows. */
function contentful(on: Steps, name: string): JsonObject {
  return { ...minimalObject(on.maker, name), ...(on.maker.kind === 'ConfigMap' ? { data: { key: 'value' } } : {}) };
}

function opened(operation: Operation, index: number): Program {
  const version = versionOf(isShared(operation) ? 'listAll' : 'list');
  return [
    watchBy(operation, `now${index}`),
    watchBy(operation, `again${index}`),
    watchBy(operation, `listed${index}`, { resourceVersion: version }),
    awaitEvents(`now${index}`, 1),
  ];
}

function annotated(key: string, value: string): JsonObject {
  return { metadata: { annotations: { [key]: value } } };
}

/**
 * Changes of both objects, a delete and re-creation of one, and a short-lived object: concurrently, so a burst is
 * still going on. A deleted namespace may stay for a while, so namespaces only come and change.
 */
function story(on: Steps, turn: string): Step {
  const others = stepsOn(otherGroupVersion(on.resource)).patch('{{ab}}', annotated('turn', turn));
  const branches = on.resource.namespaced
    ? [lives(on, turn), visit(on, turn), [others]]
    : [changes(on, turn), [on.create(contentful(on, `{{c${turn}}}`))], [others]];
  return { do: 'together', branches };
}

function changes(on: Steps, turn: string): Program {
  const read = `${turn}-read`;
  return [
    on.patch('{{a}}', annotated('turn', turn)),
    on.get('{{a}}', { as: read }),
    on.replace('{{a}}', edited(read, distinctChange(on.resource, turn))),
  ];
}

function lives(on: Steps, turn: string): Program {
  return [
    on.patch('{{a}}', annotated('turn', `${turn} at first`)),
    on.remove('{{a}}'),
    on.get('{{a}}'),
    on.create(contentful(on, '{{a}}')),
    ...changes(on, turn),
  ];
}

function visit(on: Steps, turn: string): Program {
  const visitor = `{{c${turn}}}`;
  return [
    on.create(contentful(on, visitor)),
    on.patch(visitor, annotated('turn', turn)),
    on.remove(visitor),
    on.get(visitor),
  ];
}

/**
 * Changes in turn. One object is created and, in a namespace, deleted, and another one changes after each of these;
 * two changes of one object follow each other, and so do the creation of an object and its first change.
 */
function neighbours(on: Steps, turn: string): Program {
  const [neighbour, changed] = [`{{d${turn}}}`, `{{e${turn}}}`];
  const beside = (when: string): Step => on.patch('{{ab}}', annotated('beside', `${turn}, ${when}`));
  return [
    on.create(contentful(on, neighbour)),
    beside('after it came'),
    beside('and again'),
    on.create(contentful(on, changed)),
    on.patch(changed, annotated('turn', turn)),
    ...(on.resource.namespaced ? [on.remove(neighbour), beside('at last')] : []),
  ];
}

function burst(on: Steps): Program[] {
  return Array.from({ length: BURST }, (_, index) => [on.patch('{{a}}', annotated(`burst-${index}`, 'yes'))]);
}
