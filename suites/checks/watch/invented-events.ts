import type { Finding } from '../finding.ts';
import { violated } from '../findings.ts';
import type { WatchContext } from './per-watch.ts';
import type { Watch } from './watches.ts';

/** Judges that a watch delivers each object under the name and namespace under which a write, get or list shows the same uid. */
export function* judgeInvented(watch: Watch, { world }: WatchContext): Iterable<Finding> {
  const { resource, namespace } = watch.exchange.call;
  const known = new Map(
    world
      .keysOf(resource.kind, namespace)
      .flatMap((key) =>
        world
          .sightingsOf(key)
          .flatMap(({ uid, event }) => (event === undefined && uid !== undefined ? [[uid, key] as const] : [])),
      ),
  );
  const stray = watch.events.find(
    ({ uid, key }) => uid !== undefined && known.has(uid) && known.get(uid)?.id !== key.id,
  );
  if (stray !== undefined)
    yield violated(
      watch.exchange,
      `the event of uid ${stray.uid} to name ${known.get(stray.uid ?? '')?.name}, as other answers do`,
      `${stray.type} of ${stray.key.name}`,
      'an event names another object',
    );
}
