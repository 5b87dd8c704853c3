import { resourceById } from '../../../spec/surface/resources.ts';
import { clientFinalizersOf, ownersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { distinctChange } from '../../generators/changes.ts';
import type { Edit } from '../../program/program.ts';
import {
  inTurn,
  minimalObject,
  operationsOf,
  resourceOf,
  stepsOn,
  edited,
  makeAndRead,
  OWN_OBJECTS,
} from '../cases.ts';
import { sent, show } from '../judging.ts';
import { referenceTo } from '../reference-to.ts';
import type { Finding, History, JsonObject, Rule } from '../rule.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** Owners of a kind that servers have no reason to refuse. */
const OWNER = stepsOn(resourceById('configmaps'));

export const rule: Rule = {
  id: 'replace/finalizers-and-owners-sent-are-kept',
  level: 'should',
  title: 'An object keeps its finalizers and owners through a PUT that carries them.',
  cites: ['semantics.1.1', 'parameters.delete.propagation-policy.3', 'semantics.6.2'],
  operations: operationsOf(['replace'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'patch'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...ENTRIES).map((entries) => [
      OWNER.create(minimalObject(OWNER.resource, '{{b}}'), { as: 'owner' }),
      ...makeAndRead(on, { $edit: minimalObject(on.maker, '{{a}}'), with: entries }),
      on.replace('{{a}}', edited('read', distinctChange(on.resource, 'put'))),
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      on.patch('{{a}}', { metadata: { finalizers: null } }),
    ]);
  },
  check,
  least: 3,
};

const HELD: Edit = { set: '/metadata/finalizers', to: ['example.com/hold', 'example.com/other'] };
const OWNED: Edit = { set: '/metadata/ownerReferences', to: [referenceTo(OWNER.resource, '{{b}}', 'owner')] };
const ENTRIES: readonly (readonly Edit[])[] = [[HELD], [OWNED], [HELD, OWNED]];

function check(history: History): Iterable<Finding> {
  return judgeOutcomes(history, ['replace'], ({ exchange, before }) => {
    const body = sent(exchange);
    const kept =
      body === undefined || isTerminating(before.content)
        ? []
        : entriesOf(body).filter((entry) => entriesOf(before.content).includes(entry));
    if (kept.length === 0) return undefined;
    return {
      shape: [...new Set(kept.map((entry) => entry.split(' ')[0]))].join(' and '),
      wrong: ({ content }) => {
        const lost = kept.find((entry) => !entriesOf(content).includes(entry));
        return lost === undefined || isTerminating(content)
          ? undefined
          : {
              expected: `${lost}, as before and as sent`,
              actual: `only ${show(entriesOf(content))}`,
              cause: `${lost.split(' ')[0] ?? ''} is lost`,
            };
      },
    };
  });
}

/** The finalizers of clients, and owners by uid: `finalizer example.com/hold`. */
function entriesOf(object: JsonObject): string[] {
  return [
    ...clientFinalizersOf(object).map((name) => `finalizer ${name}`),
    ...ownersOf(object).map((uid) => `owner ${uid ?? ''}`),
  ];
}
