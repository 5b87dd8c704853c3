import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/empty-selectors-select-everything',
  level: 'must',
  title: 'An absent or empty selector restricts nothing: it shows objects with and without labels.',
  cites: ['parameters.list.label-selector', 'parameters.list.field-selector'],
  operations: SELECTING,
  cases: (operation) =>
    fc
      .constantFrom<Readonly<Record<string, string>>>(
        {},
        { labelSelector: '' },
        { fieldSelector: '' },
        { labelSelector: '', fieldSelector: '' },
      )
      .map((query) => [...objectsWith(operation, [{ app: 'x' }, {}]), listBy(operation, query)]),
  check: (history) => judgeSelection(history, applies),
  least: 2,
};

function applies({ exchange, labels, fields }: Listing): string | undefined {
  if (labels?.length !== 0 || fields?.length !== 0) return undefined;
  const given = ['labelSelector', 'fieldSelector'].filter((name) => exchange.request.query.has(name));
  return given.length === 0 ? 'no selector' : `empty ${given.join(' and ')}`;
}
