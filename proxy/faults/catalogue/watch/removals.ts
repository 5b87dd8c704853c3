import type { Writable } from 'node:stream';
import { isObject, keyOf, succeeded } from '../../bend.ts';
import type { Bendable, Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { LAG_MS } from '../../races.ts';
import { isOne, ofKind, selects } from '../../requests.ts';
import { framing, later, pause } from '../../ways.ts';

/** Hooks of watches that deliver nothing after their first DELETED event. */
function silentAfterRemovals(which: (request: FaultyRequest) => boolean): Fault['hooks'] {
  return framing((frame, request, stream) => {
    if (!which(request)) return [frame];
    const isOver = stream.has('over');
    if (frame.type === 'DELETED') stream.set('over', true);
    return isOver ? [] : [frame];
  });
}

/** How far apart the frames of several watches about one write may be, in milliseconds. */
const ONE_WRITE_MS = 100;

/** One record of the objects that match serves all watches with selectors: the first to read it takes the removal. */
function tellingOneWatch(): Hooks {
  const told = new Map<string, { readonly stream: unknown; readonly until: number }>();
  return {
    event: (frame, request, stream) => {
      if (frame.type !== 'DELETED' || !selects(request)) return [frame];
      const uid = uidOf(frame.object);
      const first = told.get(uid);
      if (first !== undefined && first.stream !== stream && first.until > Date.now()) return [];
      told.set(uid, { stream, until: Date.now() + ONE_WRITE_MS });
      return [frame];
    },
  };
}

/** Removals wait in a queue of their own, in which later events overtake them. */
function queueOfRemovals(): Hooks {
  const readers = new WeakMap<FaultyRequest, Writable>();
  return {
    began: (request, reader) => void readers.set(request, reader),
    event: (frame, request) => {
      const reader = readers.get(request);
      if (frame.type !== 'DELETED' || reader === undefined) return [frame];
      later(LAG_MS, () => {
        if (!reader.destroyed && !reader.writableEnded) reader.write(`${JSON.stringify(frame)}\n`);
      });
      return [];
    },
  };
}

/** The end of an object and the beginning of the next one of its name are one change. */
function joinedLives(): Hooks {
  const created = new Map<string, string>();
  const nameOf = ({ call }: FaultyRequest, object: Bendable): string => `${call?.resource?.kind} ${keyOf(object)}`;
  return {
    response: (response, request) => {
      if (isOne(request, 'create') && succeeded(response) && isObject(response.json))
        created.set(nameOf(request, response.json), uidOf(response.json));
    },
    event: async (frame, request, stream) => {
      const name = nameOf(request, frame.object);
      if (frame.type === 'ADDED' && stream.delete(name)) return [{ ...frame, type: 'MODIFIED' }];
      if (frame.type !== 'DELETED') return [frame];
      await pause(LAG_MS);
      if ((created.get(name) ?? uidOf(frame.object)) === uidOf(frame.object)) return [frame];
      stream.set(name, true);
      return [];
    },
  };
}

/** The removal of a Deployment is told in the group-version of its delete. */
function removedAsDeleted(): Hooks {
  const views = new Map<string, string>();
  return {
    request: (request) => {
      const { namespace, name, resource } = request.call ?? {};
      if (ofKind('Deployment', 'delete')(request) && resource !== undefined)
        views.set(`${namespace}/${name}`, resource.apiVersion);
    },
    event: (frame) => {
      const view = views.get(keyOf(frame.object));
      if (frame.type === 'DELETED' && frame.object['kind'] === 'Deployment' && view !== undefined)
        frame.object['apiVersion'] = view;
      return [frame];
    },
  };
}

/** Watches that go wrong at the removal of an object. */
export const REMOVALS: readonly Fault[] = faults({
  'watch-of-one-object-ends-with-its-first-life': {
    summary: 'a watch of one object delivers no events of a new object of the same name',
    caughtBy: 'watch/misses-nothing',
    hooks: silentAfterRemovals(({ call }) => call?.name !== undefined),
  },
  'watch-by-name-falls-silent-with-a-removal': {
    summary: 'a watch that selects by metadata.name delivers no events of a new object of the same name',
    caughtBy: 'watch/field-selector-restricts',
    hooks: silentAfterRemovals(({ query }) => /(?:^|,)metadata\.name==?[^,=]/.test(query.get('fieldSelector') ?? '')),
  },
  'only-one-of-several-selecting-watches-is-told-a-removal': {
    summary: 'if an object leaves several watches with label selectors at once, one of them delivers DELETED',
    caughtBy: 'watch/removal-of-a-selected-object-is-told',
    hooks: tellingOneWatch,
  },
  // Semantics 8: "Watch streams changes to one object or to a list as they occur."
  'removals-are-overtaken-in-a-watch': {
    summary: 'a watch delivers a removal 40 ms late, after the events of later writes',
    caughtBy: 'watch/tells-changes-in-order',
    hooks: queueOfRemovals,
  },
  // Events 1: "Notifications cover additions, updates and removals of the watched objects."
  'removal-and-next-creation-are-told-as-one-change': {
    summary: 'a watch delivers one MODIFIED for a removal and the creation of an object of that name right after it',
    caughtBy: 'watch/tells-removals',
    hooks: joinedLives,
  },
  // Versioning 1: "The version is part of the path"; 3: "Each object carries `apiVersion` and `kind`".
  'removal-event-bears-the-group-of-its-delete': {
    summary: 'a watch delivers DELETED for a Deployment in the group-version of the delete, not that of the watch',
    caughtBy: 'watch/carries-full-objects',
    hooks: removedAsDeleted,
  },
});
