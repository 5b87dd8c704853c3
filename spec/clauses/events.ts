import type { Clause } from './clause.ts';
import { FLAT, NOT_SHOWN, NO_IMAGE, clauses } from './rows.ts';

export const EVENTS: readonly Clause[] = clauses('Events', [
  [
    'events.1.1',
    'A watch, by parameter or by path, delivers a sequence of WatchEvents, each with a type and an object.',
  ],
  ['events.1.2', 'A watch notifies of each addition, update and removal of a watched object.'],
  ['events.2.1', 'A watch notifies of an object that appears with type ADDED.'],
  [
    'events.2.2',
    'A watch of an existing object begins with ADDED for it.',
    'must',
    'stated in the parenthesis on initial objects',
  ],
  ['events.2.3', 'The object of a notification is the whole resource, status included.', 'must', 'the word "full"'],
  ['events.3', 'Streams have the media types JSON and protobuf, each with the parameter stream=watch.'],
  ['events.4.1', 'A watch that names no version starts from the beginning of history.'],
  [
    'events.4.2',
    'A watch that names a version delivers the changes after it, and no others.',
    'must',
    'the word "only"',
  ],
  ['events.5.1', 'Event is a kind of its own, with operations to create, list, read and replace.'],
  [
    'events.5.2',
    'The system records an event for invalid envFrom keys when the container starts.',
    'must',
    FLAT,
    `It needs a container that starts: ${NO_IMAGE}.`,
  ],
  ['events.6', 'The document does not show the event types other than ADDED.', 'silent', NOT_SHOWN],
  [
    'events.7',
    'The document does not show which operations record Event objects, nor whether there are callbacks.',
    'silent',
    NOT_SHOWN,
  ],
]);
