import { failureStatus, jsonResponse, objectPath, succeeded } from '../../bend.ts';
import type { FaultyRequest, FaultyResponse, Hooks, UpstreamClient } from '../../fault.ts';
import type { MemberPlace } from './member-place.ts';
import { Overlays } from './overlays.ts';
import { gapsIn, deletedMembers, type MemberSpot, spotsIn, spotsOf } from './pattern.ts';
import { isPatch, isWriteOf, PUT, type WriteForm } from './write.ts';
import { otherValue, zeroOf } from './other-value.ts';
import { isInWholeList } from './whole-lists.ts';

/** One faulty behaviour for a member in one kind of write: fresh hooks. */
export type MemberDefect = (place: MemberPlace, write: WriteForm) => Hooks;

/** Hooks that change the bodies of such writes. */
export const bending =
  (bend: (request: FaultyRequest, place: MemberPlace) => void): MemberDefect =>
  (place, write) => ({
    request: (request) => {
      if (isWriteOf(request, write, place.resource)) bend(request, place);
    },
  });

const named = ({ value, owner }: MemberSpot, { json }: FaultyRequest): boolean =>
  value !== null && !(Array.isArray(json) && (owner['op'] === 'remove' || owner['op'] === 'test'));

/** The member is dropped from the body of the write. */
export const dropped: MemberDefect = bending((request, { pattern }) => {
  for (const spot of spotsOf(request, pattern)) if (named(spot, request)) spot.remove();
});

/** A write that has the member is refused. */
export const refused: MemberDefect = (place, write) => ({
  request: (request) =>
    isWriteOf(request, write, place.resource) && spotsOf(request, place.pattern).some((spot) => named(spot, request))
      ? invalid()
      : undefined,
});

/** A write without the member stores a value for it. */
export const madeUp = (value: unknown): MemberDefect =>
  bending(({ json }, { pattern, member }) => {
    for (const owner of gapsIn(json, pattern)) owner[member] = structuredClone(value);
  });

/** A member that a write removes stays. */
export const kept: MemberDefect = (place, write) =>
  isPatch(write) && !isInWholeList(place, write) ? keptByPatch(place, write) : keptByWhole(place, write);

const keptByPatch: MemberDefect = bending((request, { pattern }) => {
  for (const spot of deletedMembers(request, pattern)) spot.remove();
});

/** A PUT, and a patch that replaces a list, remove the members that they leave out. */
const keptByWhole: MemberDefect = ({ pattern, resource, member }, write) => ({
  request: async (request, upstream) => {
    if (!isWriteOf(request, write, resource)) return;
    const gaps = gapsIn(request.json, pattern);
    if (gaps.length === 0) return;
    const values = spotsIn((await stored(request, upstream)).json, pattern);
    for (const [index, owner] of gaps.entries()) if (values[index] !== undefined) owner[member] = values[index].value;
  },
});

/** A write without the member, or with its present value, changes it. */
export const changed: MemberDefect = (place, write) => {
  const overlays = new Overlays();
  return {
    event: overlays.shown.event,
    response: async (response, request, upstream) => {
      if (request.method !== 'GET' && request.call?.resource?.id === place.resource.id && succeeded(response))
        await noteChange(place, write, overlays, { answered: response, asked: request, upstream });
      overlays.shown.response(response, request);
    },
  };
};

interface AnsweredExchange {
  readonly answered: FaultyResponse;
  readonly asked: FaultyRequest;
  readonly upstream: UpstreamClient;
}

async function noteChange(
  place: MemberPlace,
  write: WriteForm,
  overlays: Overlays,
  { answered: response, asked: request }: AnsweredExchange,
): Promise<void> {
  const says = spotsOf(request, place.pattern).length > 0 && request.path.endsWith('/status') === place.inStatus;
  const saysSame = write.id === PUT.id && isWriteOf(request, write, place.resource);
  if (isWriteOf(request, write, place.resource) && (!says || saysSame))
    overlays.set(response.json, shownOtherwise(place));
  else if (says) overlays.delete(response.json);
}

/** Shows another value of the member. */
function shownOtherwise(place: MemberPlace): (object: unknown) => void {
  return (object) => {
    for (const spot of spotsIn(object, place.pattern)) spot.set(otherValue(place, spot.value));
  };
}

/** The member gets the value of its sibling. */
export const takesSibling = (sibling: string): MemberDefect =>
  bending((request, { pattern }) => {
    for (const { owner, value, set } of spotsOf(request, pattern))
      if (value !== null && Object.hasOwn(owner, sibling)) set(structuredClone(owner[sibling]));
  });

/** Later elements get the value of the first one. */
export const takesFirst: MemberDefect = bending(({ json }, { pattern }) => {
  const place = pattern.lastIndexOf('+');
  const [first] = spotsIn(json, pattern.with(place, '0'));
  if (first !== undefined) for (const spot of spotsIn(json, pattern)) spot.set(structuredClone(first.value));
});

/** An explicit zero counts as absent. */
export const zeroDropped: MemberDefect = bending((request, { pattern, schema }) => {
  for (const spot of spotsOf(request, pattern)) if (spot.value === zeroOf(schema)) spot.remove();
});

/** Entries of a map whose text is empty count as absent. */
export const emptyEntriesDropped: MemberDefect = bending((request, { pattern }) => {
  for (const spot of spotsOf(request, pattern))
    spot.set(Object.fromEntries(Object.entries(spot.value ?? {}).filter(([, text]) => text !== '')));
});

/** A patch that removes the member sets it to zero. */
export const nullTakenForZero: MemberDefect = bending((request, { pattern, schema }) => {
  for (const spot of deletedMembers(request, pattern)) spot.set(zeroOf(schema));
});

export function invalid(): FaultyResponse {
  return jsonResponse(422, failureStatus(422, 'Invalid', 'a member has a value that is not supported'));
}

/** The object of a write, as it is stored now. */
function stored(request: FaultyRequest, upstream: UpstreamClient): Promise<FaultyResponse> {
  return upstream.send('GET', objectPath(request));
}
