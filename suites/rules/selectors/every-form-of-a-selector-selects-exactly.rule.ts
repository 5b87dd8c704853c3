import { judgeExactDeletions } from '../../checks/delete/exact-deletions.ts';
import { judgeAcceptance, judgeSelection } from '../../checks/list/selection.ts';
import { judgeInitialState } from '../../checks/watch/initial-state.ts';
import { unselectedIn } from '../../checks/watch/unselected.ts';
import { watchesIn } from '../../checks/watch/watches.ts';
import { fc, operationsOf, resourceOf } from '../cases.ts';
import { callsOf, watchesAsked } from '../judging.ts';
import type { Finding, History, Operation, Rule } from '../rule.ts';
import { everyForm } from './every-form.ts';

/** The operations that take a selector. */
const SELECTED: readonly Operation[] = operationsOf(
  ['list', 'listAll', 'watchList', 'watchAll', 'deleteCollection'],
  ({ namespaced }) => namespaced,
);

export const rule: Rule = {
  id: 'selectors/every-form-of-a-selector-selects-exactly',
  level: 'must',
  title:
    'A label selector shows exactly the objects that meet it, however the query is written, even objects that lack the label, have it empty or have no labels.',
  cites: ['parameters.list.label-selector', 'semantics.7.1', 'semantics.7.2', 'semantics.7.3', 'rules.4', 'events.2.2'],
  operations: SELECTED,
  needs: ['create', 'list'],
  cases: (operation) => fc.constant(everyForm(resourceOf(operation))),
  check,
  sweep: true,
  shared: true,
};

function* check(history: History): Iterable<Finding> {
  yield* judgeSelection(history, ({ labels, fields }) =>
    fields?.length === 0 ? labels?.map(({ operator }) => operator).join(' and ') || 'no selector' : undefined,
  );
  const others = [...callsOf(history.exchanges, 'deleteCollection'), ...watchesAsked(history)];
  yield* judgeAcceptance(history, (labels, fields) => labels.length > 0 && fields.length === 0, others);
  yield* judgeInitialState(history);
  for (const watch of watchesIn(history)) {
    const unselected = watch.selects ? unselectedIn(watch) : undefined;
    if (unselected !== undefined) yield unselected;
  }
  yield* judgeExactDeletions(history);
}
