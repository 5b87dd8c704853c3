import { objectPath, succeeded } from '../../bend.ts';
import type { Answered, Asked, Hooks, Upstream } from '../../fault.ts';
import type { MemberPlace } from './member-place.ts';
import { Overlays } from './overlays.ts';
import { gapsIn, spotsIn, spotsOf } from './pattern.ts';
import type { Spot } from './pattern.ts';
import type { Write } from './write.ts';
import { POST, isWriteOf } from './write.ts';

/** Which place of a body makes a write one that has to be refused. */
export type Illegal = (spot: Spot) => boolean;

/** Takes writes that have to be refused: from then on the object is shown with what was sent. */
export function taken(place: MemberPlace, write: Write, isIllegal: Illegal): Hooks {
  const overlays = new Overlays();
  return {
    event: overlays.shown.event,
    answer: async (answered, asked, upstream) => {
      if (isWriteOf(asked, write, place.resource) && isRefused(answered))
        await takeAnyway({ place, write, isIllegal, overlays }, { answered, asked, upstream });
      overlays.shown.answer(answered, asked);
    },
  };
}

/** Refused for what it says, and not because the object is not there or has changed. */
export function isRefused({ status }: Answered): boolean {
  return status === 400 || status === 403 || status === 422;
}

interface Taking {
  readonly place: MemberPlace;
  readonly write: Write;
  readonly isIllegal: Illegal;
  readonly overlays: Overlays;
}

async function takeAnyway(
  { place, write, isIllegal, overlays }: Taking,
  { answered, asked, upstream }: { readonly answered: Answered; readonly asked: Asked; readonly upstream: Upstream },
): Promise<void> {
  const sent = spotsOf(asked, place.pattern)
    .filter(isIllegal)
    .map(({ value }): unknown => value);
  if (sent.length === 0) return;
  const instead =
    write.id === POST.id
      ? await upstream.send('POST', asked.path, mended(asked, place))
      : await upstream.send('GET', objectPath(asked));
  if (!succeeded(instead)) return;
  overlays.set(instead.json, (object) => {
    for (const spot of spotsIn(object, place.pattern)) spot.set(structuredClone(sent[0]));
    for (const owner of gapsIn(object, place.pattern)) owner[place.member] = structuredClone(sent[0]);
  });
  Object.assign(answered, instead);
}

/** The body with a legal value in each place of the member. */
function mended(asked: Asked, { pattern, values, isRequired }: MemberPlace): unknown {
  const body: unknown = structuredClone(asked.json);
  for (const spot of spotsIn(body, pattern)) {
    if (isRequired) spot.set(structuredClone(values[0]));
    else spot.remove();
  }
  return body;
}
