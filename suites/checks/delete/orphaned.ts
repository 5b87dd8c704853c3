import type { History } from '../../oracle/history.ts';
import { textAt } from '../../oracle/json.ts';
import { worldOf } from '../../oracle/world.ts';
import { succeeded } from '../answers.ts';
import { deletions, isUnheeded, ownersOf, queryCounts } from './deletes.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { looksAfter } from '../looks.ts';

/** Judges that deletes that orphan leave the objects whose only owner was deleted. */
export function* judgeOrphaned(history: History, context: CheckContext): Iterable<Finding> {
  const world = worldOf(history);
  for (const { exchange, before, options } of deletions(history)) {
    if (
      !succeeded(exchange) ||
      isUnheeded(exchange, context) ||
      !queryCounts(exchange, context.answers) ||
      !(options.policy === 'Orphan' || options.orphan === true)
    )
      continue;
    for (const key of world.keysNear(exchange.began)) {
      const child = world.lastSighting(key, exchange.began, true);
      if (
        child === undefined ||
        before.uid === undefined ||
        ownersOf(child.content).length !== 1 ||
        ownersOf(child.content)[0] !== before.uid
      )
        continue;
      for (const { seen, where } of looksAfter(history, world, key, exchange)) {
        const kept =
          seen !== undefined &&
          seen.uid === child.uid &&
          textAt(seen.content, 'metadata', 'deletionTimestamp') === undefined;
        if (kept) yield held(exchange, options.given);
        else
          yield violated(
            exchange,
            `${key.kind} ${key.name}, whose owner was orphaning, is left`,
            `${seen === undefined ? 'nothing' : 'it is being deleted'} in ${where}`,
            `a dependant goes: ${options.given}`,
          );
      }
    }
  }
}
