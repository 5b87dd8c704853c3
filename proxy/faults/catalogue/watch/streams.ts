import { isObject, metadataOf, succeeded } from '../../bend.ts';
import type { Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { textsOf, uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isWrite } from '../../requests.ts';
import { asking, framing } from '../../ways.ts';
import { openWatches } from './open-watches.ts';

/** A watch of one object gets the writes of the objects of other kinds that have its namespace and name. */
function tellingOfNamesakes(): Hooks {
  const watches = openWatches(({ call }) => call?.name !== undefined);
  return {
    ...watches.hooks,
    response: (response, request) => {
      const { json } = response;
      if (!isWrite(request) || request.method === 'DELETE' || !succeeded(response) || !isObject(json)) return;
      const { name } = metadataOf(json);
      watches.tell(
        ({ call }) =>
          call?.name === name &&
          call?.namespace === request.call?.namespace &&
          call?.resource?.group === request.call?.resource?.group &&
          call?.resource?.kind !== request.call?.resource?.kind,
        { type: 'MODIFIED', object: json },
      );
    },
  };
}

/** Makes a watch of one object one of the objects of its name in all namespaces. */
function watchNamesakes(request: FaultyRequest): void {
  const { resource, name } = request.call ?? {};
  if (resource?.namespaced !== true || request.query.has('fieldSelector')) return;
  request.path = `${resource.prefix}/watch/${resource.plural}`;
  request.query.set('fieldSelector', `metadata.name=${name}`);
}

/** Faults of the streams of a watch that mix objects up. */
export const STREAMS: readonly Fault[] = faults({
  'watch-misses-the-removal-of-all-labels': {
    summary: 'a watch delivers no event for a write that takes the last label from an object',
    caughtBy: 'watch/misses-nothing',
    hooks: framing((frame, _, stream) => {
      const had = stream.get(uidOf(frame.object)) === true;
      const has = Object.keys(textsOf(frame.object, 'labels')).length > 0;
      stream.set(uidOf(frame.object), has);
      return frame.type === 'MODIFIED' && had && !has ? [] : [frame];
    }),
  },
  'watch-of-one-object-tells-of-namesakes-of-other-kinds': {
    summary: 'a watch of one object also delivers the writes of objects of other kinds with its namespace and name',
    caughtBy: 'watch/of-one-object-tells-of-it-alone',
    seenIn: 'kubernetes/kubernetes#6480',
    hooks: tellingOfNamesakes,
  },
  // Rules 5: "A watch on a single object ... streams changes to that object".
  'watch-of-one-object-tells-of-its-namesakes-elsewhere': {
    summary: 'a watch on the path of one object also delivers the events of its namesakes in other namespaces',
    caughtBy: 'watch/tells-nothing-of-other-namespaces',
    hooks: asking('watch', watchNamesakes),
  },
  'watch-of-all-namespaces-takes-namesakes-for-one-object': {
    summary: 'a watch of all namespaces tells a new object whose name one in another namespace has as MODIFIED',
    caughtBy: 'watch/appearance-is-added',
    hooks: framing((frame, { call }, stream) => {
      if (call?.resource?.namespaced !== true || call.namespace !== undefined) return [frame];
      const name = String(metadataOf(frame.object)['name']);
      const isKnown = stream.has(name);
      if (frame.type === 'DELETED') stream.delete(name);
      else stream.set(name, true);
      return [frame.type === 'ADDED' && isKnown ? { ...frame, type: 'MODIFIED' } : frame];
    }),
  },
  'event-without-labels-shows-those-before-it': {
    summary: 'the object of an event that has no labels is shown with those of the event before it',
    caughtBy: 'watch/carries-the-object-as-of-the-event',
    hooks: framing((frame, _, stream) => {
      const metadata = metadataOf(frame.object);
      if (metadata['labels'] === undefined && stream.has('labels')) metadata['labels'] = stream.get('labels');
      stream.set('labels', metadata['labels']);
      return [frame];
    }),
  },
});
