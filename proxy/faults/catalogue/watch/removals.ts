import type { Fault, FaultyRequest, Hooks } from '../../fault.ts';
import { uidOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { selects } from '../../requests.ts';
import { framing } from '../../ways.ts';

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
});
