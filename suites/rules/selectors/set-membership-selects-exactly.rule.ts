import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc, inTurn } from '../cases.ts';
import type { Operation, Program, Rule } from '../rule.ts';
import { listBy, objectsWith, selectionCases, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/set-membership-selects-exactly',
  level: 'must',
  title:
    'The selectors key in (…) and key notin (…) show exactly the objects whose label is, or is not, among the values.',
  cites: ['parameters.list.label-selector'],
  operations: SELECTING,
  cases: (operation) => fc.oneof(amongOneKey(operation), amongNearLabels(operation)),
  check: (history) => judgeSelection(history, applies),
};

/** Objects with different values under one key, and sets in which not only the first value matters. */
function amongOneKey(operation: Operation): fc.Arbitrary<Program> {
  const values = fc.shuffledSubarray(['x', 'y', 'xy', ''], { minLength: 1, maxLength: 3 });
  return fc
    .tuple(values, inTurn('in', 'notin'), inTurn(',', ', '))
    .map(([set, operator, comma]) => [
      ...objectsWith(operation, [{ app: 'x' }, { app: 'y' }, { app: '' }, {}]),
      listBy(operation, { labelSelector: `app ${operator} (${set.join(comma)})` }),
    ]);
}

function amongNearLabels(operation: Operation): fc.Arbitrary<Program> {
  return selectionCases(operation, (near) =>
    fc.tuple(fc.array(near, { minLength: 1, maxLength: 3 }), inTurn('in', 'notin')).map(([labels, operator]) => {
      const values = labels.map(({ value }) => value).filter((value, n, all) => value !== '' || all.indexOf('') === n);
      return [`${labels[0]?.key} ${operator} (${values.join(',')})`];
    }),
  );
}

function applies({ exchange, labels, fields }: Listing): string | undefined {
  const [only, ...others] = labels ?? [];
  const text = exchange.request.query.get('labelSelector') ?? '';
  if (only === undefined || others.length > 0 || !text.includes('(') || fields?.length !== 0) return undefined;
  return `${only.operator} (${only.values.length > 1 ? 'several' : 'one'})`;
}
