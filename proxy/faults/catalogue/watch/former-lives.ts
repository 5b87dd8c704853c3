import { itemsOf, keyOf } from '../../bend.ts';
import type { Fault, FaultyRequest } from '../../fault.ts';
import { uidOf, versionOf } from '../../memory.ts';
import { faults } from '../../named.ts';
import { isWatch, namesVersion } from '../../requests.ts';
import { latestVersion } from '../../ways.ts';

/** The path of the collection that a watch is of. */
const collectionPath = (path: string): string =>
  path.replace(/^(\/api\/v1|\/apis\/[^/]+\/[^/]+)\/watch\//, '$1/').replace(/\/$/, '');

/** The latest version when a watch began, and the uids that objects had then. */
interface Past {
  readonly latest: number;
  readonly lives: ReadonlyMap<string, string>;
}

/** Faults of watches of objects that were created again. */
export const FORMER_LIVES: readonly Fault[] = faults({
  'past-of-a-watch-leaves-out-former-lives': {
    summary: 'a watch from a version leaves out the former life of an object that was created again before it began',
    caughtBy: 'watch/starts-after-its-version',
    hooks: () => {
      const begun = new WeakMap<FaultyRequest, Past>();
      return {
        request: async (request, upstream) => {
          if (!isWatch(request) || !namesVersion(request) || request.call?.name !== undefined) return;
          const latest = await latestVersion(upstream);
          const items = itemsOf(await upstream.send('GET', collectionPath(request.path))) ?? [];
          begun.set(request, { latest, lives: new Map(items.map((item) => [keyOf(item), uidOf(item)])) });
        },
        event: (frame, request) => {
          const past = begun.get(request);
          const life = past?.lives.get(keyOf(frame.object));
          const isFormer = life !== undefined && life !== uidOf(frame.object);
          return past !== undefined && isFormer && versionOf(frame.object) <= past.latest ? [] : [frame];
        },
      };
    },
  },
});
