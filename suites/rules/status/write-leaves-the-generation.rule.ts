import type { ShownState } from '../../checks/fresh-reads.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { generationOf, withoutGeneration } from '../../checks/write/versions.ts';
import { identifyingMember } from '../../generators/changes.ts';
import { nest } from '../../generators/nest.ts';
import { statusOf } from '../../generators/statuses.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { at } from '../../oracle/json.ts';
import type { Edit } from '../../program/program.ts';
import { fc, inTurn, minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { generationCarriers } from '../generation-carriers.ts';
import { show } from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Rule } from '../rule.ts';
import { STATUS_WRITES, otherSpec, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/write-leaves-the-generation',
  level: 'must',
  title: 'A write of /status leaves the generation of the object as it is.',
  cites: ['object-metadata.generation.1', 'rules.2.2'],
  operations: STATUS_WRITES.filter((operation) => generationCarriers(resourceOf(operation))),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { edit, patch } = otherSpec(on);
    const count: Edit = { set: '/metadata/generation', to: 77 };
    const grown = identifyingMember(on.resource, 'grown');
    // The spec changes first, because a generation of 1 shows no write that starts the count again.
    return fc
      .tuple(statusOf(on.resource), inTurn<readonly Edit[]>([], [count]))
      .map(([status, counts]) =>
        writeAndRead(
          on,
          minimalObject(on.maker, '{{a}}'),
          [
            on.patch('{{a}}', nest(grown.path, grown.value), { as: 'read' }),
            writeStatus(operation, on, status, [edit, ...counts], patch),
          ],
          0,
        ),
      );
  },
  check,
};

function check(history: History, { choices }: CheckContext): Iterable<Finding> {
  return judgeOutcomes(history, ['replaceStatus', 'patchStatus'], (outcome) => {
    const generation = generationOf(outcome);
    if (generation === undefined) return withoutGeneration(outcome);
    // If the dialect counts annotations, a controller's annotation may have increased it.
    const mayGrow = (shown: ShownState): boolean =>
      choices['generation.increases'] === 'on-annotations-too' &&
      differences(annotationsOf(outcome.before), annotationsOf(shown)).length > 0;
    return {
      shape: outcome.write.verb,
      wrong: (shown) => {
        const after = at(shown.content, 'metadata', 'generation');
        return after === generation || mayGrow(shown)
          ? undefined
          : {
              expected: `/metadata/generation ${generation}, as before`,
              actual: show(after),
              cause: 'generation changes',
            };
      },
    };
  });
}

/** Every annotation, those of the system included. */
function annotationsOf({
  content,
  systemAnnotations = {},
}: Pick<ShownState, 'content' | 'systemAnnotations'>): JsonObject {
  return { ...(at(content, 'metadata', 'annotations') as JsonObject | undefined), ...systemAnnotations };
}
