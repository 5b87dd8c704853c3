import { MERGE_PATCH_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeOwnPatches } from '../../checks/patch/own-patches.ts';
import { minimalObject, resourceOf, stepsOn, type Steps } from '../cases.ts';
import type { CheckContext, Finding, History, Rule, Program } from '../rule.ts';
import { PATCHES, deepPatches, patchCases, rollingAgain, wholeListPatches, withAwkwardPatches } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/merge-patch-follows-rfc-7386',
  level: 'must',
  title:
    'A JSON merge patch sets the members that it names, removes those that it names as null, replaces lists whole, and leaves the rest.',
  cites: ['semantics.4.1', 'media-types.patch.1', 'other-shapes.patch'],
  operations: PATCHES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const inYaml = on.patch('{{a}}', { metadata: { annotations: { shown: 'in YAML' } } }, { accept: YAML_TYPE });
    const inside = [
      ...deepPatches(on, 'merge', '{{b}}'),
      ...wholeListPatches(on, '{{c}}'),
      ...rollingAgain(on, 'merge', '{{r}}'),
      ...(on.resource.namespaced ? noFinalizers(on, '{{f}}') : []),
      inYaml,
      on.get('{{a}}'),
    ];
    return withAwkwardPatches(operation, 'merge', patchCases(operation, 'merge')).map((program) => [
      ...program,
      ...inside,
    ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeOwnPatches(rule.id, history, context, MERGE_PATCH_TYPE),
  least: 6,
};

/** A patch that takes both finalizers of an object away. */
function noFinalizers(on: Steps, name: string): Program {
  const finalizers = ['example.com/one', 'example.com/two'];
  return [
    on.create({ $edit: minimalObject(on.maker, name), with: [{ set: '/metadata/finalizers', to: finalizers }] }),
    on.get(name),
    on.patch(name, { metadata: { finalizers: null } }, { contentType: MERGE_PATCH_TYPE }),
    on.get(name),
  ];
}
