import { failureStatus, jsonResponse, keyOf, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { faults } from '../../named.ts';
import { refusing } from '../../ways.ts';
import { isCollection, itemsAt } from './collection.ts';

/** Collection deletes that are refused, answered or announced wrongly. */
export const OUTCOMES: readonly Fault[] = faults({
  'collection-delete-of-nothing-not-found': {
    summary: 'a collection delete whose selectors match nothing gets 404',
    caughtBy: 'delete-collection/of-nothing-removes-nothing',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isCollection(request) || (await itemsAt(request, upstream)).length > 0) return undefined;
        return jsonResponse(404, failureStatus(404, 'NotFound', 'nothing matches'));
      },
    }),
  },
  'collection-delete-needs-a-body': {
    summary: 'a collection delete without a body is refused',
    caughtBy: 'delete-collection/body-is-optional',
    hooks: refusing((request) => isCollection(request) && request.raw.length === 0, 400, 'BadRequest'),
  },
  'collection-delete-is-not-told': {
    summary: 'watches deliver no events for objects that a collection delete removes',
    caughtBy: 'delete-collection/is-told-to-watches',
    seenIn: 'kubernetes/kubernetes#123072',
    hooks: () => {
      const removed = new Set<string>();
      return {
        request: async (request, upstream) => {
          if (isCollection(request))
            for (const item of await itemsAt(request, upstream))
              removed.add(`${String(request.call?.resource?.plural)} ${keyOf(item)}`);
        },
        event: (frame, request) =>
          frame.type === 'DELETED' && removed.has(`${String(request.call?.resource?.plural)} ${keyOf(frame.object)}`)
            ? []
            : [frame],
      };
    },
  },
  'collection-delete-refuses-list-parameters': {
    summary: 'a collection delete with timeoutSeconds or resourceVersion is refused',
    caughtBy: 'delete-collection/takes-the-list-parameters',
    hooks: refusing(
      (request) =>
        isCollection(request) && (request.query.has('timeoutSeconds') || request.query.has('resourceVersion')),
      400,
      'BadRequest',
    ),
  },
  'collection-delete-answers-the-list': {
    summary: 'a collection delete returns the list of the objects that it removed',
    caughtBy: 'delete-collection/answers-a-status',
    hooks: () => {
      const lists = new WeakMap<FaultyRequest, unknown>();
      return {
        request: async (request, upstream) => {
          if (request.call?.verb === 'deleteCollection')
            lists.set(request, (await upstream.send('GET', `${request.path}?${request.query.toString()}`)).json);
        },
        response: (response, request) => {
          if (request.call?.verb === 'deleteCollection' && succeeded(response)) response.json = lists.get(request);
        },
      };
    },
  },
});
