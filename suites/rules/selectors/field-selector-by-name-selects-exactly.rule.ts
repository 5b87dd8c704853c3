import { judgeFieldSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc, inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { mayHaveDots } from '../dotted-names.ts';
import type { Rule } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/field-selector-by-name-selects-exactly',
  level: 'must',
  title:
    'A field selector on metadata.name shows exactly the object of that name, or with != all others, several of them too.',
  cites: ['parameters.list.field-selector'],
  operations: SELECTING,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const dotted = mayHaveDots(on.resource) ? ['{{a}}.x'] : [];
    return fc
      .tuple(inTurn('{{a}}', '{{ab}}', '{{none}}', ...dotted), inTurn('=', '==', '!='))
      .map(([name, operator]) => [
        ...objectsWith(operation, [{ app: 'x' }, { app: 'x' }, { app: 'y' }]),
        // The dot of a name is no wildcard.
        ...dotted.flatMap((each) => [each, '{{a}}-x']).map((each) => on.create(minimalObject(on.maker, each))),
        ...(on.resource.namespaced ? (['ns11', 'ns2'] as const) : []).map((slot) =>
          stepsOn(on.resource, slot).create(minimalObject(on.maker, '{{a}}')),
        ),
        listBy(operation, { fieldSelector: `metadata.name${operator}${name}` }),
        listBy(operation, { fieldSelector: 'metadata.name!={{a}},metadata.name!={{ab}}' }),
      ]);
  },
  check: (history, context) => judgeFieldSelection(history, context, applies),
};

function applies({ labels, fields }: Listing): string | undefined {
  const [first, ...others] = fields ?? [];
  if (first === undefined || labels?.length !== 0 || fields?.every(({ field }) => field === 'metadata.name') !== true)
    return undefined;
  return others.length === 0 ? first.operator : 'several conditions';
}
