import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { isDenied } from '../../oracle/exchanges/absence.ts';
import { at } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { STATEMENTS } from '../../oracle/validation/statements.ts';
import { fc, eachInTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import {
  brokeDown,
  callsOf,
  held,
  isServerError,
  type ResourceCalled,
  responseOf,
  sent,
  statusOf,
  succeeded,
  turnedDown,
  violated,
  keyCalled,
} from '../judging.ts';
import type { Arbitrary, Finding, History, Program, Resource, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/refused-create-leaves-the-name-free',
  level: 'must',
  negative: true,
  title: 'A refused create takes no name: a legal object can be created under it at once.',
  cites: ['what-the-service-does.1', 'what-the-service-does.namespaces'],
  operations: CREATES,
  needs: ['list'],
  cases: (operation, choices) => programsFor(resourceOf(operation), choices),
  check,
  least: 3,
};

/**
 * An illegal object, then a legal one of the same name. Another legal one first shows that such an object is
 * accepted.
 */
function programsFor(resource: Resource, choices: DialectChoices): Arbitrary<Program> {
  const on = stepsOn(resource);
  const right = minimalObject(resource, '{{a}}');
  const statements = STATEMENTS.filter(
    ({ resources, refused }) => refused(choices) && resources.some(({ id }) => id === resource.id),
  );
  const broken = eachInTurn(...statements.map(({ breaks }) => fc.constantFrom(...breaks(resource))));
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
    const key = keyCalled(exchange);
    const before = creates.find(
      (other) =>
        other.ended < exchange.began &&
        isRefused(other) &&
        observed.writeOf(other)?.key?.id === key.id &&
        contentOf(other) !== contentOf(exchange),
    );
    if (before === undefined || !leftNothing(history, key, before, exchange.began)) continue;
    if (succeeded(exchange)) yield held(exchange, 'made');
    else if (
      (brokeDown(exchange) ||
        (turnedDown(exchange) && (brokeDown(before) || observed.surelyGone(key, exchange.ended)))) &&
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

/**
 * In this rule's own cases the illegal objects must be refused, so 500, 403 and 404 count as refusals too: the
 * document leaves the code open.
 */
function isRefused(exchange: ResourceCalled): boolean {
  const isOpenCode = isServerError(exchange) || isDenied(statusOf(exchange)) || statusOf(exchange) === 404;
  return turnedDown(exchange) || (isOpenCode && sentFor(exchange, rule.id));
}

/** Whether the object was absent before the refused create, and from its end until that position. */
function leftNothing(history: History, key: ObjectKey, refusal: ResourceCalled, until: number): boolean {
  const observed = observedStateOf(history);
  if (!observed.surelyGone(key, refusal.began)) return false;
  if (!brokeDown(refusal)) return observed.surelyGone(key, refusal.ended) && observed.surelyGone(key, until);
  return freshReadsAfter(history, observed, key, refusal).some(
    ({ exchange, seen }) => exchange.ended < until && seen === undefined,
  );
}

/** Whether a body that differs by its name alone was accepted: then this one is legal. */
function accepted(creates: readonly ResourceCalled[], exchange: ResourceCalled): boolean {
  return creates.some(
    (other) =>
      succeeded(other) &&
      other.call.resource.id === exchange.call.resource.id &&
      other.call.namespace === exchange.call.namespace &&
      contentOf(other) === contentOf(exchange),
  );
}

/** The body of a create without its name. */
function contentOf(create: ResourceCalled): string {
  const object = sent(create) ?? {};
  return JSON.stringify({ ...object, metadata: { ...Object(at(object, 'metadata')), name: null } });
}
