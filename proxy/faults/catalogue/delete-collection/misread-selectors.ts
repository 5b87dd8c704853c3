import { isObject, succeeded } from '../../bend.ts';
import type { Fault } from '../../fault.ts';
import { requirementsOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { asking } from '../../ways.ts';
import { isCollection } from './collection.ts';

/** Faults of collection deletes that misread their selectors and remove too much. */
export const MISREAD_SELECTORS: readonly Fault[] = faults({
  'collection-delete-takes-what-meets-one-requirement': {
    summary: 'a collection delete by several label requirements removes the objects that meet any of them',
    caughtBy: 'delete-collection/removes-exactly-what-matches',
    hooks: () => ({
      response: async (response, request, upstream) => {
        if (!isCollection(request) || !succeeded(response)) return;
        const requirements = requirementsOf(request.query.get('labelSelector') ?? '');
        if (requirements.length < 2) return;
        for (const requirement of requirements) {
          const query = new URLSearchParams(request.query.toString());
          query.set('labelSelector', requirement.trim());
          const target = `${request.path}?${query.toString()}`;
          await upstream.send('DELETE', target, isObject(request.json) ? request.json : undefined);
        }
      },
    }),
  },
  'collection-delete-of-events-knows-the-metadata-alone': {
    summary: 'a collection delete of Events ignores what its field selector requires of anything except the metadata',
    caughtBy: 'delete-collection/unknown-fields-select-nothing',
    hooks: asking(
      (request) => isCollection(request) && request.call?.resource?.kind === 'Event',
      ({ query }) => {
        const kept = (query.get('fieldSelector') ?? '').split(',').filter((field) => field.startsWith('metadata.'));
        if (kept.length > 0) query.set('fieldSelector', kept.join(','));
        else query.delete('fieldSelector');
      },
    ),
  },
});
