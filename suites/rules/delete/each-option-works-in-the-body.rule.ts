import { judgeSingleOptions } from '../../checks/delete/single-options.ts';
import { JSON_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { type Extra, fc, minimalObject, OWN_OBJECTS, resourceOf, stepsOn } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import type { CheckContext, Finding, History, Program, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES, OPTIONS_IN_YAML, SINGLE_OPTIONS, TYPED, TYPED_OPTIONS } from './delete-cases.ts';

export const rule: Rule = {
  id: 'delete/each-option-works-in-the-body',
  level: 'must',
  title:
    'A delete obeys each option in its body, in JSON or YAML, and a precondition that holds changes nothing: the object is gone, or is terminating and shows the reason.',
  cites: [
    'parameters.delete.body',
    'other-shapes.delete-options.1',
    'other-shapes.delete-options.2',
    'semantics.6.1',
    'parameters.delete.orphan-dependents.2',
    'versioning.4.orphan-dependents',
  ],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    const inJson = [...SINGLE_OPTIONS, ...TYPED_OPTIONS].map((body) => ({ body }));
    const deleted = (as: string, options: Extra): Program => {
      const name = `{{${as}}}`;
      return [
        on.create(minimalObject(on.maker, name), { as }),
        on.get(name),
        on.remove(name, options),
        on.get(name),
        other.get(name),
      ];
    };
    const conditioned = (as: string, contentType: string): Program =>
      deleted(as, { body: { ...TYPED, preconditions: { uid: { $from: as, at: '/metadata/uid' } } }, contentType });
    const branches = [
      ...[...inJson, ...OPTIONS_IN_YAML].map((options, index) => deleted(`option-${index}`, options)),
      conditioned('json-condition', JSON_TYPE),
      conditioned('yaml-condition', YAML_TYPE),
    ];
    return fc.constant([{ do: 'together', branches }, on.list(), on.listAll({ query: OWN_OBJECTS })]);
  },
  check: (history: History, { choices }: CheckContext): Iterable<Finding> =>
    judgeSingleOptions(history, choices, 'body'),
  sweep: true,
};
