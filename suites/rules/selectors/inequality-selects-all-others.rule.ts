import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import type { Rule } from '../rule.ts';
import { selectionCases, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/inequality-selects-all-others',
  level: 'must',
  title:
    'The selector key!=value shows exactly the objects whose label has another value, or which have no such label.',
  cites: ['parameters.list.label-selector'],
  operations: SELECTING,
  cases: (operation) =>
    selectionCases(operation, ['app!=x', 'app!='], (near) => near.map(({ key, value }) => [`${key}!=${value}`])),
  check: (history) => judgeSelection(history, applies, (shape) => shape.replace(/ of .*/, '')),
  least: 3,
};

function applies({ exchange, labels, fields }: Listing): string | undefined {
  const [only, ...others] = labels ?? [];
  const text = exchange.request.query.get('labelSelector') ?? '';
  if (only?.operator !== 'notin' || others.length > 0 || text.includes('(') || fields?.length !== 0) return undefined;
  return only.values.includes('') ? '!= of the empty value' : '!=';
}
