import type { Finding } from '../finding.ts';
import { violated } from '../findings.ts';
import type { WatchContext } from './per-watch.ts';
import type { Watch } from './watches.ts';

/**
 * Judges that a watch delivers each object under the name and namespace that a write, get or list shows for the same
 * uid.
 */
export function* judgeInvented(watch: Watch, { observed }: WatchContext): Iterable<Finding> {
  const { resource, namespace } = watch.exchange.call;
  const known = new Map(
    observed
      .keysOf(resource.kind, namespace)
      .flatMap((key) =>
        observed
          .observationsOf(key)
          .flatMap(({ uid, event }) => (event === undefined && uid !== undefined ? [[uid, key] as const] : [])),
      ),
  );
  const invented = watch.events.find(
    ({ uid, key }) => uid !== undefined && known.has(uid) && known.get(uid)?.id !== key.id,
  );
  if (invented !== undefined)
    yield violated(
      watch.exchange,
      `the event of uid ${invented.uid} to name ${known.get(invented.uid ?? '')?.name}, as other responses do`,
      `${invented.type} of ${invented.key.name}`,
      'an event names another object',
    );
}
