import * as fc from 'fast-check';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { DueChange } from '../../checks/told.ts';
import { dueChanges } from '../../checks/told.ts';
import { watchesIn } from '../../checks/watches.ts';
import type { History } from '../../oracle/history.ts';
import { worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { BEFORE, WATCHED, deeds, watchedStory } from './watch-steps.ts';

export const rule: Rule = {
  id: 'watch/tells-changes-in-order',
  level: 'must',
  title: 'Of two writes in a collection, one acknowledged before the other began, a watch tells the first one first.',
  cites: ['events.1.1', 'semantics.8'],
  operations: WATCHED,
  cases: (operation) => fc.record({ there: BEFORE, story: deeds(operation, 3, 6) }).map((case_) => watchedStory(operation, case_)),
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const watch of watchesIn(history)) {
    const inOrder = dueChanges(watch, world).filter(({ told }) => told !== undefined);
    const swapped = inversion(inOrder);
    if (swapped !== undefined) {
      const [first, second] = swapped;
      yield violated(watch.exchange, `${describe(first)} before ${describe(second)}, which began after it was acknowledged`, 'the other way round', 'out of order');
    } else if (inOrder.length > 1) yield held(watch.exchange, watch.form);
  }
}

/** Two writes that the stream tells the wrong way round. */
function inversion(changes: readonly DueChange[]): readonly [DueChange, DueChange] | undefined {
  for (const [index, later] of changes.entries()) {
    const earlier = changes.slice(0, index).find(({ write, told }) => write.settled < later.write.began && (told?.index ?? 0) > (later.told?.index ?? 0));
    if (earlier !== undefined) return [earlier, later];
  }
  return undefined;
}

function describe({ write }: DueChange): string {
  return `${write.exchange.request.method} of ${write.answer.key.name} (version ${write.answer.version ?? ''})`;
}
