import { copyOf, metadataOf } from '../../bend.ts';
import { CutError } from '../../cut-error.ts';
import type { Bendable, WatchFrame } from '../../fault.ts';
import { pause } from '../../ways.ts';
import { bendingEvents } from './stream-bent-events.ts';
import { changes, defectsBy, type EventDefect, notified, whole } from './stream-defect.ts';
import { type ChangedEventType, EVENT_TYPES } from './stream-moments.ts';

const way = defectsBy(bendingEvents);

function typed(to: string): EventDefect {
  const isOther = (type: ChangedEventType): boolean => type !== to;
  return way(
    `as-${to}`,
    (type) => `sends ${type} events with the type ${to}`,
    notified,
    (frame) => [{ ...frame, type: to }],
    EVENT_TYPES.filter(isOther),
  );
}

function bent(frame: WatchFrame, bend: (object: Bendable) => void): readonly WatchFrame[] {
  const object = copyOf(frame.object);
  bend(object);
  return [{ ...frame, object }];
}

export const EVENT_DEFECTS: readonly EventDefect[] = [
  way(
    'lost',
    (type) => `loses ${type} events`,
    notified,
    () => [],
  ),
  way(
    'twice',
    (type) => `sends ${type} events twice`,
    changes,
    (frame) => [frame, frame],
  ),
  typed('ADDED'),
  typed('MODIFIED'),
  typed('DELETED'),
  way(
    'of-another-object',
    (type) => `sends ${type} events with the name of another object`,
    () => 'rules.5.2',
    (frame) =>
      bent(frame, (object) => void (metadataOf(object)['name'] = `${String(metadataOf(object)['name'])}-other`)),
  ),
  way(
    'metadata-only',
    (type) => `sends ${type} events whose object has only its metadata`,
    whole,
    (frame) =>
      bent(frame, (object) =>
        Object.keys(object)
          .filter((member) => !['apiVersion', 'kind', 'metadata'].includes(member))
          .forEach((member) => delete object[member]),
      ),
  ),
  way(
    'without-labels',
    (type) => `sends ${type} events whose object lacks its labels`,
    whole,
    (frame) => bent(frame, (object) => void delete metadataOf(object)['labels']),
  ),
  way(
    'without-version',
    (type) => `sends ${type} events whose object lacks its version`,
    whole,
    (frame) => bent(frame, (object) => void delete metadataOf(object)['resourceVersion']),
  ),
  way(
    'as-it-was-before',
    (type) => `sends ${type} events with the state of the object before the change`,
    whole,
    (frame, { own }) => [{ ...frame, object: own?.object ?? frame.object }],
    ['MODIFIED'],
  ),
  way(
    'half',
    (type) => `cuts ${type} events in half and ends without an error`,
    whole,
    (frame) => {
      throw new CutError('end-within', [frame]);
    },
  ),
  {
    ...way(
      'late',
      (type) => `sends ${type} events 300 ms late`,
      changes,
      async (frame) => pause(300).then(() => [frame]),
    ),
    allowed: () =>
      'Semantics 8: "Watch streams changes ... as they occur" sets no time within which an event must come.',
  },
];
