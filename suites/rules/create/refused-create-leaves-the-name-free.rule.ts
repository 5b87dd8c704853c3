import { constantFrom } from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type { ResourceCalled } from '../../checks/responses.ts';
import { responseOf, brokeDown, callsOf, sent, succeeded, turnedDown } from '../../checks/responses.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Program } from '../../program/program.ts';
import { eachInTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import { at, textAt } from '../../oracle/json.ts';
import { STATEMENTS } from '../../oracle/validation/statements.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/refused-create-leaves-the-name-free',
  level: 'must',
  title: 'A refused create takes no name: a legal object can be created under it at once.',
  cites: ['what-the-service-does.1', 'what-the-service-does.namespaces'],
  operations: CREATES,
  needs: ['list'],
  cases: (operation, choices) => programsFor(resourceOf(operation), choices),
  check,
  least: 3,
};

/** A broken object, then a right one of the same name; another right one shows beforehand that such an object is accepted. */
function programsFor(resource: Resource, choices: DialectChoices): Arbitrary<Program> {
  const on = stepsOn(resource);
  const right = minimalObject(resource, '{{a}}');
  const statements = STATEMENTS.filter(
    ({ resources, refused }) => refused(choices) && resources.some(({ id }) => id === resource.id),
  );
  const broken = eachInTurn(...statements.map(({ breaks }) => constantFrom(...breaks(resource))));
  return broken.map((edits) => [
    on.createHere(minimalObject(resource, '{{proof}}')),
    on.list(),
    on.createHere({ $edit: right, with: edits }),
    on.list(),
    on.createHere(right),
  ]);
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const creates = callsOf(history.exchanges, 'create');
  for (const exchange of creates) {
    const key = keyOf(
      exchange.call.resource,
      exchange.call.namespace,
      textAt(sent(exchange), 'metadata', 'name') ?? '',
    );
    const before = creates.find(
      (other) =>
        other.ended < exchange.began &&
        turnedDown(other) &&
        observed.writeOf(other)?.key?.id === key.id &&
        contentOf(other) !== contentOf(exchange),
    );
    if (before === undefined || !observed.surelyGoneDuring(key, before) || !observed.surelyGone(key, exchange.began))
      continue;
    if (succeeded(exchange)) yield held(exchange, 'made');
    else if (
      (brokeDown(exchange) || (turnedDown(exchange) && observed.surelyGoneDuring(key, exchange))) &&
      accepted(creates, exchange)
    )
      yield violated(
        exchange,
        `${key.name} made, for the create of it before was refused`,
        responseOf(exchange),
        'a refused create takes the name',
      );
  }
}

/** Whether a body that differs by its name alone was accepted: then nothing else is wrong with this one. */
function accepted(creates: readonly ResourceCalled[], exchange: ResourceCalled): boolean {
  return creates.some(
    (other) =>
      succeeded(other) &&
      other.call.resource.id === exchange.call.resource.id &&
      other.call.namespace === exchange.call.namespace &&
      contentOf(other) === contentOf(exchange),
  );
}

/** What the body of a create says, but for the name. */
function contentOf(create: ResourceCalled): string {
  const object = sent(create) ?? {};
  return JSON.stringify({ ...object, metadata: { ...Object(at(object, 'metadata')), name: null } });
}
