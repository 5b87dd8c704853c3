import { judgeSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { selectionCases, SELECTING } from './selection-cases.ts';

/** A selector of more than 1,024 characters, of which only the last condition leaves objects out. */
const LONG = [
  ...Array.from({ length: 18 }, (_, index) => `app notin (${`none-${index}-`.padEnd(62, 'x')}y)`),
  'app=x',
].join(',');

export const rule: Rule = {
  id: 'selectors/conditions-must-all-hold',
  level: 'must',
  title: 'A selector of several conditions shows exactly the objects that meet all of them.',
  cites: ['parameters.list.label-selector'],
  operations: SELECTING,
  cases: (operation) =>
    selectionCases(
      operation,
      ['app!=x,app!=', 'app=x,app!=xy', 'app!=x,apple=x', 'app=x,app in (xy,z)', 'app in (x,xy),app=xy', LONG],
      (near) =>
        fc
          .array(fc.tuple(near, fc.constantFrom('=', '!=')), { minLength: 2, maxLength: 3 })
          .map((parts) => [parts.map(([{ key, value }, operator]) => `${key}${operator}${value}`).join(',')]),
    ),
  check: (history) => judgeSelection(history, applies, () => 'several conditions'),
  least: 3,
};

function applies({ labels, fields }: Listing): string | undefined {
  if (labels === undefined || labels.length < 2 || fields?.length !== 0) return undefined;
  return [...new Set(labels.map(({ operator }) => operator))].sort().join(' and ');
}
