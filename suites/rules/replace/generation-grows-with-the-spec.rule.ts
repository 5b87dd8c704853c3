import { judgeGenerations } from '../../checks/write/versions.ts';
import { distinctChange } from '../../generators/changes.ts';
import type { Edit } from '../../program/program.ts';
import {
  edited,
  fc,
  inTurn,
  objectOf,
  operationsOf,
  resourceOf,
  type Steps,
  stepsOn,
  versionOf,
  writeAndRead,
} from '../cases.ts';
import { generationCarriers, hasTemplate } from '../generation-carriers.ts';
import { lonePuts, someOf } from '../lone-changes.ts';
import type { Finding, History, Program, Rule, Step } from '../rule.ts';

/** A change outside of the template that every kind with one has. */
const OUTSIDE_THE_TEMPLATE: readonly Edit[] = [{ set: '/spec/minReadySeconds', to: 87 }];

function outsideTheTemplate(on: Steps): Program {
  const edits = [...OUTSIDE_THE_TEMPLATE, { set: '/metadata/labels/beside', to: 'yes' }];
  return [on.replace('{{a}}', edited('read', edits))];
}

/** A PUT of the current object whose body has the generation that the object had first. */
function initial(on: Steps): Program {
  const edits = [...distinctChange(on.resource, 'y'), { set: '/metadata/generation', to: 1 }];
  return [on.get('{{a}}', { as: 'grown' }), on.replace('{{a}}', edited('grown', edits))];
}

/** A PUT of the current object whose body has no generation, as one that a client wrote itself. */
function unnumbered(on: Steps): Step {
  return on.replace('{{a}}', edited('read', [...distinctChange(on.resource, 'x'), { remove: '/metadata/generation' }]));
}

/** A change, and a PUT of the object as it was before. */
function restoring(on: Steps): Program {
  return [
    on.replace('{{a}}', edited('read', distinctChange(on.resource, 'x')), { as: 'changed' }),
    on.replace('{{a}}', edited('read', [{ set: '/metadata/resourceVersion', to: versionOf('changed') }])),
  ];
}

export const rule: Rule = {
  id: 'replace/generation-grows-with-the-spec',
  level: 'must',
  title: 'A PUT that changes the spec of an object that carries a generation increases it.',
  cites: ['object-metadata.generation.1'],
  operations: operationsOf(['replace'], generationCarriers),
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const first = on.replace('{{a}}', edited('read', distinctChange(on.resource, 'x')));
    return fc
      .tuple(
        objectOf(on.maker),
        inTurn<Program>(
          [first],
          ...(hasTemplate(on.resource) ? [outsideTheTemplate(on), [first, ...initial(on)]] : []),
          restoring(on),
          [unnumbered(on)],
        ),
        inTurn<Program>(...someOf(lonePuts(on, choices, 'now'))),
      )
      .map(([object, puts, lone]) => [...writeAndRead(on, object, puts), on.get('{{a}}', { as: 'now' }), ...lone]);
  },
  check: (history: History): Iterable<Finding> => judgeGenerations(history, rule.id, 'replace'),
};
