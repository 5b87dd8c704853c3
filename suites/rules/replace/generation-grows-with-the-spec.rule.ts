import { judgeGenerations } from '../../checks/write/versions.ts';
import { markChange } from '../../generators/changes.ts';
import type { Edit } from '../../program/program.ts';
import { fc, inTurn, objectOf, operationsOf, resourceOf, stepsOn, edited, writeAndRead } from '../cases.ts';
import { generationCarriers } from '../generation-carriers.ts';
import type { Finding, History, Rule } from '../rule.ts';

/** A change outside of the template that every such kind has. */
const OUTSIDE_THE_TEMPLATE: readonly Edit[] = [{ set: '/spec/minReadySeconds', to: 87 }];

export const rule: Rule = {
  id: 'replace/generation-grows-with-the-spec',
  level: 'must',
  title: 'A PUT that changes the spec of an object that carries a generation increases it.',
  cites: ['object-metadata.generation.1'],
  operations: operationsOf(['replace'], generationCarriers),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.maker), inTurn(markChange(on.resource, 'x'), OUTSIDE_THE_TEMPLATE))
      .map(([object, edits]) => writeAndRead(on, object, [on.replace('{{a}}', edited('read', edits))]));
  },
  check: (history: History): Iterable<Finding> => judgeGenerations(history, 'replace'),
};
