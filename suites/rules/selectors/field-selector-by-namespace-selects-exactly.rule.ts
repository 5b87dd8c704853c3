import { judgeFieldSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/field-selector-by-namespace-selects-exactly',
  level: 'must',
  title: 'A field selector on metadata.namespace shows exactly the objects of that namespace.',
  cites: ['parameters.list.field-selector'],
  operations: SELECTING.filter((operation) => resourceOf(operation).namespaced),
  cases: (operation) =>
    inTurn('=', '!=').map((operator) => [
      ...objectsWith(operation, [{ app: 'x' }, { app: 'x' }]),
      // The slot sets the namespace of the placeholder; the path of a list of all namespaces has none.
      { ...listBy(operation, { fieldSelector: `metadata.namespace${operator}{{namespace}}` }), namespace: 'ns1' },
    ]),
  check: (history, context) => judgeFieldSelection(history, context, applies),
  least: 2,
};

function applies({ labels, fields }: Listing): string | undefined {
  const [only, ...others] = fields ?? [];
  return only?.field === 'metadata.namespace' && others.length === 0 && labels?.length === 0
    ? only.operator
    : undefined;
}
