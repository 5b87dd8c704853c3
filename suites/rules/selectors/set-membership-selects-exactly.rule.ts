import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc, inTurn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { selectionCases, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/set-membership-selects-exactly',
  level: 'must',
  title:
    'The selectors key in (…) and key notin (…) show exactly the objects whose label is, or is not, among the values.',
  cites: ['parameters.list.label-selector'],
  operations: SELECTING,
  cases: (operation) => {
    const operators = inTurn('in', 'notin');
    return selectionCases(operation, SETS, (near) =>
      fc.tuple(fc.array(near, { minLength: 1, maxLength: 3 }), operators).map(([labels, operator]) => {
        const values = labels
          .map(({ value }) => value)
          .filter((value, n, all) => value !== '' || all.indexOf('') === n);
        return [`${labels[0]?.key} ${operator} (${values.join(',')})`];
      }),
    );
  },
  check: (history) => judgeSelection(history, applies),
  least: 3,
};

/** Sets of one value and of several, in which not only the first matters. */
const SETS = ['app in (xy)', 'app in (none, x)', 'app in (none,)', 'app notin (xy,x)', 'app notin (none, )'];

function applies({ exchange, labels, fields }: Listing): string | undefined {
  const [only, ...others] = labels ?? [];
  const text = exchange.request.query.get('labelSelector') ?? '';
  if (only === undefined || others.length > 0 || !text.includes('(') || fields?.length !== 0) return undefined;
  return `${only.operator} (${only.values.length > 1 ? 'several' : 'one'})`;
}
