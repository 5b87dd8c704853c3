import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, inTurn, minimalObject, objectOf, resourceOf, stepsOn } from '../cases.ts';
import { textAt } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { DNS_LABEL } from '../../oracle/values/dns-label.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Edit } from '../../program/program.ts';
import {
  responseOf,
  brokeDown,
  callsOf,
  sent,
  statusOf,
  succeeded,
  turnedDown,
  held,
  violated,
  type ResourceCalled,
} from '../judging.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Finding, History, Program, Resource, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

export const rule: Rule = {
  id: 'create/legal-object-is-accepted',
  level: 'must',
  title: 'A create of an object that the document allows, under a name that is free, succeeds.',
  cites: ['what-the-service-does.1', 'errors.1'],
  operations: CREATES,
  needs: [],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return fc
      .tuple(objectOf(on.resource), inTurn(true, false))
      .map(([object, isNamed]) =>
        isNamed
          ? [on.createHere(object), ...underAnInheritedName(on.resource)]
          : [on.createHere({ $edit: object, with: emptyMembers(on.resource) })],
      );
  },
  check,
  least: 3,
};

/**
 * The members that have no value yet. Clients with typed objects send them, and a server echoes them (document, Object
 * metadata and Container).
 */
function emptyMembers({ kind, hasStatus }: Resource): readonly Edit[] {
  const podSpec = POD_SPEC[kind];
  const template = kind === 'Pod' ? undefined : podSpec?.slice(0, -1);
  return [
    { set: '/metadata/creationTimestamp', to: null },
    ...(hasStatus ? [{ set: '/status', to: {} }] : []),
    ...(template === undefined ? [] : [{ set: pointer([...template, 'metadata', 'creationTimestamp']), to: null }]),
    ...(podSpec === undefined ? [] : [{ set: pointer([...podSpec, 'containers', '0', 'resources']), to: {} }]),
  ];
}

/**
 * A create under a name that every JavaScript object has as a member. Cases share their namespaces, so it needs a new
 * one, in which a pod may have to wait for its service account.
 */
function underAnInheritedName(resource: Resource): Program {
  if (!resource.namespaced || resource.kind === 'Pod') return [];
  return [makeNamespace(), stepsInNew(resource).createHere(minimalObject(resource, 'constructor'))];
}

/** Judges only its own cases, whose names are free: a server may refuse other objects for unknown reasons. */
function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'create')) {
    if (!sentFor(exchange, rule.id) || mayBeNoName(exchange)) continue;
    if (succeeded(exchange))
      yield held(
        exchange,
        Object.keys(sent(exchange)?.['spec'] ?? sent(exchange) ?? {})
          .sort()
          .join(' '),
      );
    else if (turnedDown(exchange) || brokeDown(exchange))
      yield violated(
        exchange,
        'success: the object is legal, and its name is free',
        responseOf(exchange),
        `refused with ${statusOf(exchange)}`,
      );
  }
}

/** The document shows no form of names, but every server takes a label. Another rule judges generated names. */
function mayBeNoName(exchange: ResourceCalled): boolean {
  return !DNS_LABEL.test(textAt(sent(exchange), 'metadata', 'name') ?? '');
}
