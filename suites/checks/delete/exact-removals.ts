import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Member } from './collection-deletes.ts';
import { collectionDeletes } from './collection-deletes.ts';
import type { DeleteOptions } from './deletes.ts';
import { isHeld, optionsOf, reasonToLinger } from './deletes.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import type { Look } from '../looks.ts';
import { looksAfter } from '../looks.ts';

/** Judges that an acknowledged collection delete removes every object that its selectors match, and no other. */
export function* judgeExactRemovals(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const { exchange, matching, others, shape } of collectionDeletes(history)) {
    const isWanted = new Set(matching);
    for (const member of [...matching, ...others]) {
      const wanted = isWanted.has(member);
      for (const look of looksAfter(history, world, member.key, exchange)) {
        const there = isThere(member, look, optionsOf(exchange));
        const { name } = member.key;
        if (wanted && there)
          yield violated(
            exchange,
            `${name} is gone, for the selectors match it`,
            `it is in ${look.where}`,
            `spares what matches: ${shape}`,
          );
        else if (!wanted && look.seen?.uid !== member.before.uid)
          yield violated(
            exchange,
            `${name} is left, for the selectors do not match it`,
            `nothing in ${look.where}`,
            `removes what does not match: ${shape}`,
          );
        else yield held(exchange, `${shape}: ${wanted ? 'removed' : 'left'}`);
      }
    }
  }
}

/** Whether a look shows the object in a way in which nothing that was deleted may be shown. */
function isThere({ before, atOnce }: Member, { seen }: Look, options: DeleteOptions): boolean {
  if (seen === undefined || seen.uid !== before.uid) return false;
  return (atOnce && !isHeld(seen.content, options)) || reasonToLinger(seen.content) === undefined;
}
