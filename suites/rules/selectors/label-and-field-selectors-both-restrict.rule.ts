import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeFieldSelection } from '../../checks/list/selection.ts';
import type { Listing } from '../../checks/listings.ts';
import { fc, inTurn, resourceOf } from '../cases.ts';
import type { Rule } from '../rule.ts';
import { listBy, objectsWith, SELECTING } from './selection-cases.ts';

export const rule: Rule = {
  id: 'selectors/label-and-field-selectors-both-restrict',
  level: 'must',
  title: 'A list with a label selector and a field selector shows exactly the objects that both select, in YAML too.',
  cites: ['parameters.list.label-selector', 'parameters.list.field-selector', 'semantics.7.2'],
  operations: SELECTING,
  cases: (operation) =>
    fc
      .tuple(inTurn('{{a}}', '{{b}}'), inTurn('app=x', 'app!=x', 'app'), inTurn('=', '!='))
      .map(([name, labelSelector, operator]) => {
        const list = listBy(operation, { labelSelector, fieldSelector: `metadata.name${operator}${name}` });
        const inYaml = { ...list, accept: YAML_TYPE };
        const byNamespace = resourceOf(operation).namespaced
          ? [
              {
                ...listBy(operation, { labelSelector, fieldSelector: `metadata.namespace${operator}{{namespace}}` }),
                namespace: 'ns1' as const,
              },
            ]
          : [];
        return [...objectsWith(operation, [{ app: 'x' }, { app: 'x' }, { app: 'y' }]), list, inYaml, ...byNamespace];
      }),
  check: (history, context) => judgeFieldSelection(history, context, applies),
};

function applies({ labels, fields }: Listing): string | undefined {
  const byName =
    fields?.every(({ field }) => field === 'metadata.name' || field === 'metadata.namespace') === true &&
    fields.length > 0;
  return byName && labels !== undefined && labels.length > 0
    ? `${labels[0]?.operator} with ${fields[0]?.operator}`
    : undefined;
}
