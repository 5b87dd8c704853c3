import type { History } from '../../oracle/history.ts';
import { type Contradiction, contradictionIn } from '../../oracle/linearizability/contradiction.ts';
import { findOrder } from '../../oracle/linearizability/find-order.ts';
import type { ObjectOperation } from '../../oracle/linearizability/operation.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { held, violated } from '../findings.ts';
import { objectHistory, type ObjectHistory } from './object-history.ts';

/**
 * Judges that overlapping requests are linearizable, for every object by itself: their responses fit some sequential
 * order in which each request takes effect at one moment while it is in progress. Only covers objects whose writes
 * overlap other requests.
 */
export function* judgeOneOrder(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const delivered = objectHistory(history, observed, key, choices);
    if (delivered === undefined || !overlapSomewhere(delivered.operations)) continue;
    const { verdict } = findOrder(delivered.operations, delivered.contents);
    const contradiction =
      verdict === 'contradiction' ? contradictionIn(delivered.operations, delivered.contents) : undefined;
    if (verdict === 'ordered') yield* inOrder(delivered, observed);
    else if (contradiction !== undefined) yield* wrongOrder(delivered, contradiction);
  }
}

/** Whether any two operations overlap, at least one of them a write. */
function overlapSomewhere(operations: readonly ObjectOperation[]): boolean {
  let [end, writeEnd] = [0, 0];
  for (const { began, ended, required, effect } of operations) {
    const writes = effect.do !== 'read' && effect.do !== 'meet';
    if (required && began < (writes ? end : writeEnd)) return true;
    if (!required) continue;
    end = Math.max(end, ended);
    if (writes) writeEnd = Math.max(writeEnd, ended);
  }
  return false;
}

/**
 * One finding per participating operation of the surface, refused writes included, because refused writes prove
 * nothing.
 */
function* inOrder({ key, operations, exchanges }: ObjectHistory, observed: ObservedState): Iterable<Finding> {
  const verbs = [...new Set(operations.map(({ id }) => exchanges.get(id)?.call?.verb ?? ''))].sort().join(' ');
  const all = [...exchanges.values(), ...observed.writesTo(key).map(({ exchange }) => exchange)];
  const last = new Map(
    all.flatMap((exchange) => (exchange.call === undefined ? [] : [[exchange.call.operation.id, exchange] as const])),
  );
  for (const exchange of last.values()) yield held(exchange, verbs);
}

function* wrongOrder({ key, exchanges }: ObjectHistory, { core, explained, stuck }: Contradiction): Iterable<Finding> {
  const exchange = exchanges.get(stuck.id);
  if (exchange === undefined) return;
  const describe = (operation: ObjectOperation): string =>
    `${exchanges.get(operation.id)?.call?.verb ?? '?'} ${found(operation)}`;
  const before = explained.length === 0 ? '' : ` after ${explained.map(describe).join(', ')}`;
  const rest = core.length - explained.length - 1;
  yield {
    ...violated(
      exchange,
      `an order of ${core.length} requests on ${key.kind} ${key.name} that explains every response`,
      `none does: no ${describe(stuck)}${before}${rest > 0 ? `, with ${rest} more to come` : ''}`,
      'no order explains the answers',
    ),
    formerCauses: [`no order explains a ${describe(stuck)}`],
    involved: core.map(({ id }) => id),
  };
}

/** The state that an operation observed, in words without values. */
function found({ effect, required }: ObjectOperation): string {
  if (!required) return 'that may have been done';
  if (effect.do === 'read') return effect.shown === undefined ? 'that finds nothing' : 'that shows it';
  return effect.do === 'meet' ? 'that finds the name taken' : 'that is acknowledged';
}
