import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import { operationById } from '../../../spec/surface/operations.ts';
import type { Assignment } from '../../engine/run-config.ts';
import { RULES } from '../../rules/index.ts';
import { needsControllers } from '../../rules/needs.ts';
import type { Rule } from '../../rules/rule.ts';
import { pairsOf } from '../pairs-of.ts';

/** Every rule on every operation that it covers. The judged servers have no workload controllers. */
const JUDGED = RULES.filter((rule) => !needsControllers(rule));
export const ALL_PAIRS: readonly Assignment[] = pairsOf(JUDGED);

/**
 * The pairs that can see a fault, the most promising first: on its operations the rules that killed others of its
 * family, those that cite its clause, and all other rules; then the other operations, those of its kinds first. The
 * order decides how soon a fault is killed, not whether.
 */
export function pairsFor(
  { operations, clause }: Pick<ListedGeneratedFault, 'operations' | 'clause'>,
  killers: ReadonlyMap<string, number> = new Map(),
): {
  readonly near: readonly Assignment[];
  readonly rest: readonly Assignment[];
} {
  const own = new Set(operations);
  const kinds = new Set(operations.map((id) => operationById(id)?.resource));
  const rankOf = ({ id, cites }: Rule): number =>
    (killers.get(id) ?? 0) + (clause !== undefined && cites.includes(clause) ? 0.5 : 0);
  const near = byTurns(
    pairsOf(
      JUDGED.toSorted((a, b) => rankOf(b) - rankOf(a)),
      (id) => own.has(id),
    ),
  );
  const rest = pairsOf(JUDGED, (id) => !own.has(id));
  return {
    near,
    rest: [
      ...rest.filter(({ operation }) => kinds.has(operationById(operation)?.resource)),
      ...rest.filter(({ operation }) => !kinds.has(operationById(operation)?.resource)),
    ],
  };
}

/** The first pair of each rule, then the second of each, and so on: a fault of many operations shows on any. */
function byTurns(pairs: readonly Assignment[]): Assignment[] {
  const turns = new Map<string, number>();
  const turned = pairs.map((pair) => {
    const turn = turns.get(pair.rule) ?? 0;
    turns.set(pair.rule, turn + 1);
    return { pair, turn };
  });
  return turned.sort((a, b) => a.turn - b.turn).map(({ pair }) => pair);
}
