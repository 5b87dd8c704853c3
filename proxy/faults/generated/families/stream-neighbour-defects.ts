import { copyOf, metadataOf } from '../../bend.ts';
import type { Bendable, WatchFrame } from '../../fault.ts';
import { bendingEvents, type BendEvent } from './stream-bent-events.ts';
import { changes, defectsBy, type EventDefect, type NeighbourEvent, whole } from './stream-defect.ts';
import { type BendNeighbours, bendingNeighbours } from './stream-held-events.ts';
import type { ChangedEventType } from './stream-moments.ts';

const way = defectsBy<BendEvent>(bendingEvents);
const pairWay = defectsBy<BendNeighbours>(bendingNeighbours);

const LAST_STATE =
  'Reading: the object in a removal event is the last state of the object, with the old or a new version.';
const NO_ORDER = 'Reading: a watch has no order between objects while it shows the existing ones.';

/** The content of one state of an object under the identity of another. */
function withIdentity(content: Bendable, identity: Bendable): Bendable {
  const object = copyOf(content);
  const { uid, resourceVersion, creationTimestamp } = metadataOf(identity);
  Object.assign(metadataOf(object), { uid, resourceVersion, creationTimestamp });
  return object;
}

const swap: BendNeighbours['bend'] = (first, second) => [second, first];

/** Shows the first event with the object of the second, unless that event is a removal. */
const ahead =
  (objectOf: (first: WatchFrame, second: WatchFrame) => Bendable): BendNeighbours['bend'] =>
  (first, second) =>
    second.type === 'DELETED' ? undefined : [{ ...first, object: objectOf(first, second) }, second];

const beside = (whose: NeighbourEvent['whose'], comes: NeighbourEvent['comes'], defect: EventDefect): EventDefect => ({
  ...defect,
  neighbour: { whose, comes },
});

const BOTH_ALIVE: readonly ChangedEventType[] = ['ADDED', 'MODIFIED'];

/** Changes of an event that need the event before or after it. */
export const NEIGHBOUR_DEFECTS: readonly EventDefect[] = [
  beside(
    'own',
    'after',
    pairWay('swapped-with-own', (type) => `sends ${type} events after the next event of the same object`, changes, {
      whose: 'own',
      bend: swap,
    }),
  ),
  {
    ...beside(
      'other',
      'after',
      pairWay('swapped-with-other', (type) => `sends ${type} events after the next event of another object`, changes, {
        whose: 'other',
        bend: swap,
      }),
    ),
    allowed: (_, { how }) => (how === 'initial' ? NO_ORDER : undefined),
  },
  beside(
    'own',
    'after',
    pairWay('as-it-is-after', (type) => `sends ${type} events with the object of its next event`, whole, {
      whose: 'own',
      bend: ahead((_, second) => second.object),
    }),
  ),
  beside(
    'own',
    'after',
    pairWay(
      'with-the-content-after',
      (type) => `sends ${type} events with their version and the content of the next event of the object`,
      whole,
      { whose: 'own', bend: ahead((first, second) => withIdentity(second.object, first.object)) },
      BOTH_ALIVE,
    ),
  ),
  beside(
    'own',
    'before',
    way(
      'with-the-content-before',
      (type) => `sends ${type} events with their version and the content of the last event of the object`,
      whole,
      (frame, { own }) => [
        { ...frame, object: own === undefined ? frame.object : withIdentity(own.object, frame.object) },
      ],
      BOTH_ALIVE,
    ),
  ),
  {
    ...beside(
      'own',
      'before',
      way(
        'as-it-was-before',
        (type) => `sends ${type} events with the object of its last event`,
        whole,
        (frame, { own }) => [{ ...frame, object: own?.object ?? frame.object }],
        ['DELETED'],
      ),
    ),
    allowed: () => LAST_STATE,
  },
  beside(
    'own',
    'before',
    way(
      'older-again',
      (type) => `sends the last event of an object again after ${type} events of it`,
      changes,
      (frame, { own }) => (own === undefined ? [frame] : [frame, own]),
    ),
  ),
  beside(
    'other',
    'before',
    way(
      'older-of-other-again',
      (type) => `sends the last event of another object again after ${type} events`,
      changes,
      (frame, { other }) => (other === undefined ? [frame] : [frame, other]),
    ),
  ),
];
