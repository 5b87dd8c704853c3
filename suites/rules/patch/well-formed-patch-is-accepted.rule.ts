import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { isApplicable, isHarmlessPatch } from '../../checks/patch/harmless-patch.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { patchFor, type PatchKind } from '../../generators/patches.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { fc, objectOf, resourceOf, stepsOn } from '../cases.ts';
import {
  callsOf,
  conflicted,
  foundWrong,
  held,
  type ResourceCalled,
  responseOf,
  succeeded,
  violated,
  keyCalled,
} from '../judging.ts';
import type { CheckContext, Finding, History, Operation, Program, Rule, Template } from '../rule.ts';
import { addedContainers, MARKUP, formsOfTheRfc, PATCHES, REFILL } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/well-formed-patch-is-accepted',
  level: 'must',
  title: 'A well-formed PATCH of an existing object succeeds in each of the three media types.',
  cites: ['what-the-service-does.1', 'semantics.4.1', 'errors.1'],
  operations: PATCHES,
  cases: (operation, choices) =>
    fc
      .tuple(patchOf(operation, 'merge', 'a'), patchOf(operation, 'strategic', 'ab'), patchOf(operation, 'json', 'b'))
      .map((parts) => [...parts.flat(), ...seldomPatches(operation, choices)]),
  check,
  least: 2,
};

/**
 * Patches of forms that generated patches seldom have. JSON patches: a label with a slash; if the kind has a mutable
 * template, the index after the last element of a list; `REFILL`; and, if the dialect has them, the forms of `formsOfTheRfc`.
 * Strategic merge patches: a new container with a null member. Merge patches: the name and uid that the object has.
 */
function seldomPatches(operation: Operation, choices: DialectChoices): Program {
  const on = stepsOn(resourceOf(operation));
  const { template } = MUTABLE[on.resource.kind];
  const args = pointer([...(template ?? []), 'spec', 'containers', '0', 'args']);
  const body: Template[] = [
    { op: 'add', path: '/metadata/labels/example.com~1escaped', value: 'yes' },
    { op: 'add', path: '/metadata/labels/a', value: '1' },
    { op: 'add', path: '/metadata/labels/new', value: 'n' },
    { op: 'add', path: '/metadata/annotations', value: MARKUP },
    ...(template === undefined
      ? []
      : [
          { op: 'add', path: args, value: ['first'] },
          { op: 'add', path: `${args}/1`, value: 'last' },
        ]),
  ];
  const ownUid = { $from: 'own', at: '/metadata/uid' };
  const bodies = choices['patch.json-operations'] === 'all-six' ? [body, formsOfTheRfc(), REFILL] : [body, REFILL];
  return [
    ...bodies.map((each) => on.patch('{{b}}', each, { contentType: JSON_PATCH_TYPE })),
    ...addedContainers(on, '{{c}}'),
    on.get('{{a}}', { as: 'own' }),
    on.patch('{{a}}', { metadata: { name: '{{a}}', uid: ownUid, annotations: { own: 'yes' } } }),
  ];
}

/** Creates an object of that name, reads it, and sends a patch of that kind. */
function patchOf(operation: Operation, kind: PatchKind, name: string): fc.Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  return objectOf(on.maker, `{{${name}}}`)
    .chain((object) => fc.tuple(fc.constant(object), patchFor(on.resource, object, kind)))
    .map(([object, { mediaType, body }]) => [
      on.create(object),
      on.get(`{{${name}}}`),
      on.patch(`{{${name}}}`, body as Template, { contentType: mediaType }),
    ]);
}

/** `patch/is-never-refused-for-a-lock` judges refusals caused by other clients' writes. */
function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    if (
      conflicted(exchange) ||
      !isThere(history, exchange) ||
      !(sentFor(exchange, rule.id) ? isApplicable : isHarmlessPatch)(history, exchange, choices)
    )
      continue;
    const type = requestType(exchange);
    if (succeeded(exchange)) yield held(exchange, type);
    else if (foundWrong(exchange))
      yield violated(
        exchange,
        `success of a well-formed patch of type ${type}`,
        responseOf(exchange),
        `${type} is refused`,
      );
  }
}

function isThere(history: History, exchange: ResourceCalled): boolean {
  const [observed, key] = [observedStateOf(history), keyCalled(exchange)];
  return observed.surelyExists(key, exchange.began) && observed.surelyExists(key, exchange.ended);
}
