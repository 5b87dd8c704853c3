import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeGenerations } from '../../checks/write/versions.ts';
import { distinctChange, identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { fc, inTurn, objectOf, operationsOf, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { generationCarriers, hasTemplate } from '../generation-carriers.ts';
import { lonePatches, someOf } from '../lone-changes.ts';
import type { Finding, History, Program, Rule, Template } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/generation-grows-with-the-spec',
  level: 'must',
  title: 'A PATCH that changes the spec of an object that carries a generation increases it.',
  cites: ['object-metadata.generation.1'],
  operations: operationsOf(['patch'], generationCarriers),
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const { path, value } = identifyingMember(on.resource, 'patched');
    const patch = nest(path, value);
    const former = nest(path, identifyingMember(on.resource, 'made').value);
    const patches: Program[] = [
      [on.patch('{{a}}', patch)],
      [on.patch('{{a}}', patch, { contentType: STRATEGIC_MERGE_PATCH_TYPE })],
      [
        on.patch('{{a}}', [{ op: 'replace', path: pointer(path), value: value as Template }], {
          contentType: JSON_PATCH_TYPE,
        }),
      ],
      ...(hasTemplate(on.resource) ? [[on.patch('{{a}}', { spec: { minReadySeconds: 87 } })]] : []),
      [on.patch('{{a}}', patch), on.patch('{{a}}', former)],
    ];
    return fc
      .tuple(objectOf(on.maker), inTurn(...patches), inTurn<Program>(...someOf(lonePatches(on, choices))))
      .map(([object, writes, lone]) => [
        ...writeAndRead(on, { $edit: object, with: distinctChange(on.resource, 'made') }, writes),
        ...lone,
      ]);
  },
  check: (history: History): Iterable<Finding> => judgeGenerations(history, rule.id, 'patch'),
};
