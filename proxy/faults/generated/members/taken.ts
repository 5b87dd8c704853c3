import { objectPath, succeeded } from '../../bend.ts';
import type { FaultyRequest, FaultyResponse, Hooks, UpstreamClient } from '../../fault.ts';
import type { MemberPlace } from './member-place.ts';
import { Overlays } from './overlays.ts';
import { gapsIn, type MemberSpot, spotsIn, spotsOf } from './pattern.ts';
import { isPost, isWriteOf, type WriteForm } from './write.ts';

/** The places of a body because of which a server must refuse the write. */
export type Illegal = (spot: MemberSpot) => boolean;

/** The values that are accepted, and the value that is stored instead; default that of the samples. */
interface Takes {
  readonly isIllegal: Illegal;
  readonly stored?: unknown;
}

/** Accepts writes that a server must refuse, and shows the object as sent from then on. */
export function taken(place: MemberPlace, write: WriteForm, takes: Takes): Hooks {
  const overlays = new Overlays();
  return {
    yaml: true,
    event: overlays.shown.event,
    response: async (response, request, upstream) => {
      if (isWriteOf(request, write, place.resource) && isRefused(response))
        await takeAnyway({ place, write, takes, overlays }, { answered: response, asked: request, upstream });
      overlays.shown.response(response, request);
    },
  };
}

/** Whether a write was refused for its body, not because the object is absent or has changed. */
export function isRefused({ status }: FaultyResponse): boolean {
  return status === 400 || status === 403 || status === 422;
}

interface Taking {
  readonly place: MemberPlace;
  readonly write: WriteForm;
  readonly takes: Takes;
  readonly overlays: Overlays;
}

async function takeAnyway(
  { place, write, takes, overlays }: Taking,
  {
    answered: response,
    asked: request,
    upstream,
  }: { readonly answered: FaultyResponse; readonly asked: FaultyRequest; readonly upstream: UpstreamClient },
): Promise<void> {
  const sent = spotsOf(request, place.pattern)
    .filter((spot) => takes.isIllegal(spot))
    .map(({ value }): unknown => value);
  if (sent.length === 0) return;
  const instead = isPost(write)
    ? await upstream.send('POST', request.path, mended(request, place, takes.stored))
    : await upstream.send('GET', objectPath(request));
  if (!succeeded(instead)) return;
  overlays.set(instead.json, (object) => {
    for (const spot of spotsIn(object, place.pattern)) spot.set(structuredClone(sent[0]));
    for (const owner of gapsIn(object, place.pattern)) owner[place.member] = structuredClone(sent[0]);
  });
  Object.assign(response, instead);
}

/** The body with a legal value in each place of the member. */
function mended(request: FaultyRequest, { pattern, values, isRequired }: MemberPlace, stored: unknown): unknown {
  const body: unknown = structuredClone(request.json);
  for (const spot of spotsIn(body, pattern)) {
    if (isRequired) spot.set(structuredClone(stored ?? values[0]));
    else spot.remove();
  }
  return body;
}
