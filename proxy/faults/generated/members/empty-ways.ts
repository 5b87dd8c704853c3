import { isObject, succeeded } from '../../bend.ts';
import type { FaultyRequest } from '../../fault.ts';
import { emptyOf } from './empties.ts';
import type { MemberPlace } from './member-place.ts';
import { Overlays } from './overlays.ts';
import { gapsIn, type MemberSpot, spotsOf } from './pattern.ts';
import { bending, type MemberDefect } from './ways.ts';
import { isWriteOf } from './write.ts';

/** The places of a body that set the member to its empty value. */
function emptySpots(request: FaultyRequest, place: MemberPlace): MemberSpot[] {
  const empty = JSON.stringify(emptyOf(place));
  return spotsOf(request, place.pattern).filter(
    ({ value, owner }) => JSON.stringify(value) === empty && !['remove', 'test'].includes(String(owner['op'])),
  );
}

/** An explicit empty value counts as absent. */
export const emptyDropped: MemberDefect = bending((request, place) => {
  for (const spot of emptySpots(request, place)) spot.remove();
});

/** A patch that sets the member to its empty value removes it. */
export const emptyTakenForNull: MemberDefect = bending((request, place) => {
  for (const spot of emptySpots(request, place)) {
    if (Array.isArray(request.json)) Object.assign(spot.owner, { op: 'remove', value: undefined });
    else spot.set(null);
  }
});

/** Entries of a map that a merge patch sets to an empty text are removed. */
export const emptyEntriesRemoved: MemberDefect = bendingEntries((text) => (text === '' ? null : text));

/** Entries of a map that a merge patch removes get an empty text. */
export const nullEntriesEmptied: MemberDefect = bendingEntries((text) => text ?? '');

function bendingEntries(bend: (text: unknown) => unknown): MemberDefect {
  return bending((request, { pattern }) => {
    for (const { value, set } of spotsOf(request, pattern))
      if (isObject(value)) set(Object.fromEntries(Object.entries(value).map(([key, text]) => [key, bend(text)])));
  });
}

/** After a write without the member, responses and events show a value for it. */
export const shownAs =
  (value: unknown): MemberDefect =>
  ({ pattern, member, resource }, write) => {
    const overlays = new Overlays();
    return {
      event: overlays.shown.event,
      response: (response, request) => {
        if (isWriteOf(request, write, resource) && succeeded(response) && gapsIn(request.json, pattern).length > 0)
          overlays.set(response.json, (object) => {
            for (const owner of gapsIn(object, pattern)) owner[member] = structuredClone(value);
          });
        overlays.shown.response(response, request);
      },
    };
  };
