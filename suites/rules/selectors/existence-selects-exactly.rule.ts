import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc, inTurn } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { selectionCases, SELECTING } from './selection-cases.ts';

/** Keys that no object has, but that a careless lookup in JavaScript finds in every object. */
const INHERITED_KEYS = ['constructor', 'toString'] as const;

export const rule: Rule = {
  id: 'selectors/existence-selects-exactly',
  level: 'must',
  title:
    'The selectors key and !key show exactly the objects that have, or have not, a label of that key, whatever its value.',
  cites: ['parameters.list.label-selector'],
  operations: SELECTING,
  cases: (operation) => {
    const operators = inTurn('', '!');
    return selectionCases(operation, ['app', '!app', ...INHERITED_KEYS], (near) =>
      fc.tuple(near, operators).map(([{ key }, operator]) => [`${operator}${key}`]),
    );
  },
  check: (history) => judgeSelection(history, applies),
  least: 3,
};

function applies({ labels, fields }: Listing): string | undefined {
  const [only, ...others] = labels ?? [];
  if (only === undefined || others.length > 0 || fields?.length !== 0) return undefined;
  return only.operator === 'exists' || only.operator === 'absent' ? only.operator : undefined;
}
