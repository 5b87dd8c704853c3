import type { History } from '../../oracle/history.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { collectionDeletes, type CollectionMember } from './collection-deletes.ts';
import { type SentDeleteOptions, isHeld, optionsOf, reasonToTerminate } from './deletes.ts';
import type { Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { type FreshRead, freshReadsAfter } from '../fresh-reads.ts';

/** Judges that an acknowledged collection delete deletes every object that its selectors match, and no other. */
export function* judgeExactDeletions(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, matching, others, shape } of collectionDeletes(history)) {
    const isWanted = new Set(matching);
    for (const member of [...matching, ...others]) {
      const wanted = isWanted.has(member);
      for (const read of freshReadsAfter(history, observed, member.key, exchange)) {
        const there = isThere(member, read, optionsOf(exchange));
        const { name } = member.key;
        if (wanted && there)
          yield violated(
            exchange,
            `${name} is gone, for the selectors match it`,
            `it is in ${read.where}`,
            `spares what matches: ${shape}`,
          );
        else if (!wanted && read.seen?.uid !== member.before.uid)
          yield violated(
            exchange,
            `${name} is left, for the selectors do not match it`,
            `nothing in ${read.where}`,
            `removes what does not match: ${shape}`,
          );
        else if (!wanted && becameTerminating(member, read))
          yield violated(
            exchange,
            `${name} is left, for the selectors do not match it`,
            `it is being deleted in ${read.where}`,
            `terminates what does not match: ${shape}`,
          );
        else yield held(exchange, `${shape}: ${wanted ? 'removed' : 'left'}`);
      }
    }
  }
}

/** Whether a read shows a terminating object that was not terminating before. */
function becameTerminating({ before }: CollectionMember, { seen }: FreshRead): boolean {
  return seen !== undefined && isTerminating(seen.content) && !isTerminating(before.content);
}

/** Whether a read shows the object in a state that is not allowed after its deletion. */
function isThere({ before, atOnce }: CollectionMember, { seen }: FreshRead, options: SentDeleteOptions): boolean {
  if (seen === undefined || seen.uid !== before.uid) return false;
  return (atOnce && !isHeld(seen.content, options)) || reasonToTerminate(seen.content) === undefined;
}
