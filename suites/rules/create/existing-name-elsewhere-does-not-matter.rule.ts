import { at, isObject } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { atOnce, otherKinds } from '../bystander-case.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import {
  brokeDown,
  callsOf,
  held,
  type ResourceCalled,
  responseOf,
  sent,
  succeeded,
  turnedDown,
  violated,
  keyCalled,
} from '../judging.ts';
import { mayHaveDots } from '../dotted-names.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, History, Json, Program, Resource, Rule, Step } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/existing-name-elsewhere-does-not-matter',
  level: 'must',
  title:
    'A name is free even if an object of another namespace or kind has it, or an object beside it has a longer or shorter name that begins alike, or dots in place of dashes.',
  cites: ['what-the-service-does.namespaces'],
  operations: CREATES,
  needs: ['list'],
  cases: (operation) => fc.constant(programFor(resourceOf(operation))),
  check,
  sweep: true,
};

/**
 * First every other kind and namespace takes the name, and both namespaces take two names at once. Then a longer name is
 * created, then a longer name before the shorter one, and at last a name with a dot before the same with a dash.
 */
function programFor(resource: Resource): Program {
  const [on, beside] = [stepsOn(resource), stepsOn(resource, 'ns11')];
  const make = (steps: Steps, name: string): Step => steps.createHere(minimalObject(resource, name));
  const inBoth = ['{{p}}', '{{q}}'].flatMap((name) => [make(on, name), make(beside, name)]);
  const elsewhere = resource.namespaced ? [beside.list(), make(beside, '{{a}}'), atOnce(inBoth)] : [];
  return [
    make(on, '{{proof}}'),
    on.list(),
    atOnce(otherKinds(resource).map((other) => other.create(minimalObject(other.maker, '{{a}}')))),
    make(on, '{{a}}'),
    ...elsewhere,
    make(on, '{{ab}}'),
    make(on, '{{cd}}'),
    make(on, '{{c}}'),
    ...joinedAlike(resource),
    ...(mayHaveDots(resource) ? [make(on, '{{e}}.f'), make(on, '{{e}}-f')] : []),
  ];
}

/** Two objects whose namespace and name make one text if a dash joins them. */
function joinedAlike(resource: Resource): Program {
  // A pod of a new namespace may have to wait for its service account.
  if (!resource.namespaced || resource.kind === 'Pod') return [];
  const [short, long] = ['{{new}}', '{{new-b}}'] as const;
  return [
    makeNamespace(),
    makeNamespace(long),
    stepsInNew(resource, short).createHere(minimalObject(resource, 'b-c')),
    stepsInNew(resource, long).list(),
    stepsInNew(resource, long).createHere(minimalObject(resource, 'c')),
  ];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const creates = callsOf(history.exchanges, 'create');
  for (const exchange of creates) {
    const key = keyCalled(exchange);
    const neighbour = neighbourOf(observed, key, exchange);
    if (neighbour === undefined) continue;
    if (succeeded(exchange)) yield held(exchange, neighbour);
    else if (isRefused(observed, key, exchange) && accepted(creates, exchange))
      yield violated(
        exchange,
        `${key.name} made, for the name is free here`,
        responseOf(exchange),
        `${neighbour}: refused`,
      );
  }
}

/** A legal name for objects of every kind. */
const PLAIN_NAME = /^[a-z]([-a-z0-9]{0,50}[a-z0-9])?$/;

/** An object with the same name elsewhere, or a similar one here, while this name is surely free. */
function neighbourOf(observed: ObservedState, key: ObjectKey, exchange: ResourceCalled): string | undefined {
  const { began, ended } = exchange;
  if (!PLAIN_NAME.test(key.name) || !observed.surelyGone(key, began)) return undefined;
  const there = observed
    .keysNear(began)
    .filter(
      (other) => other.id !== key.id && observed.surelyExists(other, began) && observed.surelyExists(other, ended),
    );
  if (there.some(({ kind, name }) => kind === key.kind && name === key.name)) return 'the name is in another namespace';
  if (there.some(({ name }) => name === key.name)) return 'the name is of another kind';
  const joined = ({ namespace, name }: ObjectKey): string => `${namespace}-${name}`;
  if (there.some((other) => other.kind === key.kind && joined(other) === joined(key)))
    return 'another namespace and name read alike with a dash between them';
  const isMadeElsewhere = observed
    .writesOverlapping(exchange)
    .some(
      (write) =>
        write.verb === 'create' &&
        write.key?.kind === key.kind &&
        write.key.name === key.name &&
        write.key.id !== key.id,
    );
  if (isMadeElsewhere) return 'another namespace is given the name at the same time';
  const near = there.filter(({ kind, namespace }) => kind === key.kind && namespace === key.namespace);
  if (near.some(({ name }) => name.startsWith(key.name))) return 'a longer name is there';
  if (near.some(({ name }) => name.replaceAll('.', '-') === key.name)) return 'the name is there with dots for dashes';
  return near.some(({ name }) => key.name.startsWith(name)) ? 'a shorter name is there' : undefined;
}

/** Whether a create failed although nobody else took the name meanwhile. */
function isRefused(observed: ObservedState, key: ObjectKey, exchange: ResourceCalled): boolean {
  return brokeDown(exchange) || (turnedDown(exchange) && observed.surelyGoneDuring(key, exchange));
}

/** Whether the same body, except for name, namespace, labels and annotations, was accepted: then this one is legal. */
function accepted(creates: readonly ResourceCalled[], exchange: ResourceCalled): boolean {
  if (!['labels', 'annotations'].every((map) => isTextMap(at(sent(exchange), 'metadata', map)))) return false;
  const nameless = (other: ResourceCalled): string =>
    JSON.stringify({ ...sent(other), metadata: null }).replaceAll(other.call.namespace ?? '/', '');
  return creates.some(
    (other) =>
      succeeded(other) &&
      other.call.resource.id === exchange.call.resource.id &&
      nameless(other) === nameless(exchange),
  );
}

function isTextMap(value: Json | undefined): boolean {
  return value === undefined || (isObject(value) && Object.values(value).every((member) => typeof member === 'string'));
}
