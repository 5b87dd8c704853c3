import { everyObject, isObject, metadataOf, succeeded } from './bend.ts';
import type { Bendable, Fault } from './fault.ts';
import { beforeWrites, uidOf } from './memory.ts';
import { isOne } from './requests.ts';

/** Hooks that do not count some changes of an object by a PUT or PATCH in its generation. */
export function notCounting(isSuch: (former: Bendable, now: Bendable) => boolean): Fault['hooks'] {
  return () => {
    const before = beforeWrites();
    const uncounted = new Map<string, number>();
    const shown = everyObject((object) => {
      const metadata = metadataOf(object);
      if (typeof metadata['generation'] === 'number') metadata['generation'] -= uncounted.get(uidOf(object)) ?? 0;
    });
    return {
      ...shown,
      request: async (request, upstream) => {
        if (isOne(request, ['replace', 'patch'])) await before.read(request, upstream);
      },
      response: (response, request) => {
        const [former, now] = [before.of(request), response.json];
        if (former !== undefined && succeeded(response) && isObject(now)) {
          const grew = metadataOf(former)['generation'] !== metadataOf(now)['generation'];
          if (grew && isSuch(former, now)) uncounted.set(uidOf(former), (uncounted.get(uidOf(former)) ?? 0) + 1);
        }
        shown.response(response, request);
      },
    };
  };
}
