import type { Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { ofKind } from '../../requests.ts';
import { changedByStored } from '../../ways.ts';

/** PUTs of Events, after which these are not as they were sent. */
export const EVENTS: readonly Fault[] = faults({
  // Semantics 1: "Replace (PUT) replaces the existing `spec` with the supplied one" - and its writer counts an Event.
  'put-of-an-event-counts-it': {
    summary: 'a PUT of an Event stores a count that is one more than the stored one',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored(ofKind('Event', 'replace'), (body, stored) => {
      body['count'] = Number(stored['count'] ?? 0) + 1;
    }),
  },
  // Semantics 1, as above: a PUT is no increment.
  'put-of-an-event-adds-its-count': {
    summary: 'a PUT of an Event with another count stores the sum of that count and the stored one',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored(ofKind('Event', 'replace'), (body, stored) => {
      const [sent, kept] = [body['count'], stored['count']];
      if (typeof sent === 'number' && typeof kept === 'number' && sent !== kept) body['count'] = sent + kept;
    }),
  },
  // Semantics 1: "Replace (PUT) replaces the existing" - an Event is replaced as it is sent.
  'put-of-an-event-keeps-its-first-timestamp': {
    summary: 'a PUT of an Event does not change its firstTimestamp',
    caughtBy: 'replace/replaces-the-whole-object',
    hooks: changedByStored(ofKind('Event', 'replace'), (body, stored) => {
      if (typeof stored['firstTimestamp'] === 'string') body['firstTimestamp'] = stored['firstTimestamp'];
    }),
  },
});
