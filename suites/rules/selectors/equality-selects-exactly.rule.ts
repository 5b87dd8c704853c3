import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc, inTurn } from '../cases.ts';
import { atOnce } from '../bystander-case.ts';
import type { Rule } from '../rule.ts';
import { listBy, selectionCases, SELECTING } from './selection-cases.ts';

/** The label of the pod template of `{{a}}`: only a label of the object itself selects it. */
const OF_A_TEMPLATE = 'plumbline-template={{a}}';

export const rule: Rule = {
  id: 'selectors/equality-selects-exactly',
  level: 'must',
  title:
    'The selectors key=value and key==value show exactly the objects whose label has that value; an object without the label is not among them.',
  cites: ['parameters.list.label-selector', 'semantics.7.2'],
  operations: SELECTING,
  cases: (operation) => {
    const operators = inTurn('=', '==');
    const fixed = ['app=x', 'app==xy', 'app=', OF_A_TEMPLATE];
    return selectionCases(operation, fixed, (near) =>
      fc.tuple(near, operators).map(([{ key, value }, operator]) => [`${key}${operator}${value}`]),
    ).map((program) => [
      ...program,
      // A server may give one response to lists of one path that are under way at the same time.
      atOnce(fixed.map((labelSelector) => listBy(operation, { labelSelector }))),
    ]);
  },
  check: (history) => judgeSelection(history, applies, (shape) => shape.replace(/ of .*/, '')),
  least: 3,
};

function applies({ exchange, labels, fields }: Listing): string | undefined {
  const [only, ...others] = labels ?? [];
  const text = exchange.request.query.get('labelSelector') ?? '';
  if (only?.operator !== 'in' || others.length > 0 || text.includes('(') || fields?.length !== 0) return undefined;
  return `${text.includes('==') ? '==' : '='}${only.values.includes('') ? ' of the empty value' : ''}${only.key.includes('/') ? ' of a key with a prefix' : ''}`;
}
