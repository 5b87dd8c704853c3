import { judgeRefusal } from '../../checks/no-trace.ts';
import { lockedWrites } from '../../checks/write/locks.ts';
import { distinctChange } from '../../generators/changes.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import {
  eachInTurn,
  edited,
  fc,
  makeAndRead,
  minimalObject,
  operationsOf,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
} from '../cases.ts';
import { interveningWrites, otherGroupVersion, writeElsewhere } from '../intervening-writes.ts';
import { release } from '../held-object.ts';
import type { CheckContext, Finding, History, Program, Rule, Step } from '../rule.ts';

/** An annotation of the first object, because a new annotation may be a controller's. */
const NOTE = '/metadata/annotations/plumbline-note';

export const rule: Rule = {
  id: 'replace/stale-version-is-refused',
  level: 'must',
  impact: 'data',
  negative: true,
  title:
    'A PUT that carries a version which another write has replaced is refused and leaves no trace, even after the object was deleted.',
  cites: ['semantics.1.2', 'rules.1.1', 'errors.2'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const put = on.replace(
      '{{a}}',
      edited('read', [...distinctChange(on.resource, 'late'), { set: NOTE, to: 'late' }]),
    );
    const elsewhere = otherGroupVersion(on.resource) === on.resource ? [] : [fc.constant(writeElsewhere(on))];
    const start = makeAndRead(on, { $edit: minimalObject(on.maker, '{{a}}'), with: [{ set: NOTE, to: 'first' }] });
    const program = (between: readonly Step[]): Program => [
      ...start,
      ...between,
      on.get('{{a}}'),
      on.watch('seen', '{{a}}'),
      // A client that gets no response sends the same request again.
      put,
      put,
      on.get('{{a}}'),
      on.list({ query: OWN_OBJECTS }),
      ...(on.resource.namespaced ? [...onceRemoved(on), ...madeAgain(on), ...afterEachMember(on)] : []),
    ];
    const terminating = fc.constant([...start, ...marked(on), put, on.get('{{a}}'), release(on, '{{a}}')]);
    return eachInTurn(
      ...[interveningWrites(on), fc.constant([put]), ...elsewhere].map((between) => between.map(program)),
      ...(on.resource.namespaced ? [terminating] : []),
    );
  },
  check,
};

/** The object is deleted while a finalizer holds it. */
function marked(on: Steps): Program {
  return [on.patch('{{a}}', { metadata: { finalizers: ['example.com/hold'] } }), on.remove('{{a}}'), on.get('{{a}}')];
}

/** PUTs of a version that another write replaced which changed one member of the metadata and nothing else. */
function afterEachMember(on: Steps): Program {
  return [{ finalizers: ['example.com/hold'] }, { labels: { late: 'yes' } }, { finalizers: null }].flatMap(
    (metadata, index) => [
      ...(index === 0 ? [on.create(minimalObject(on.maker, '{{m}}'))] : []),
      on.get('{{m}}', { as: `m${index}` }),
      on.patch('{{m}}', { metadata }),
      on.replace('{{m}}', edited(`m${index}`, distinctChange(on.resource, `late-${index}`))),
      on.get('{{m}}'),
    ],
  );
}

/** The object is deleted, and the same version sent again: a delete is a change since the read too. */
function onceRemoved(on: Steps): Program {
  return [
    on.get('{{a}}', { as: 'last' }),
    on.remove('{{a}}'),
    on.get('{{a}}'),
    on.replace('{{a}}', edited('read', [])),
    on.get('{{a}}'),
  ];
}

/** The name belongs to a new object, and the last version of the former one is sent, without its uid. */
function madeAgain(on: Steps): Program {
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    on.get('{{a}}'),
    on.replace('{{a}}', edited('last', [{ remove: '/metadata/uid' }, ...distinctChange(on.resource, 'former')])),
    on.get('{{a}}'),
  ];
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, state, shape } of lockedWrites(history, 'replace')) {
    const mayMake = choices['replace.absent-object'] === 'by-kind' && observed.surelyGone(key, exchange.began);
    if (state === 'stale' && !mayMake)
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: 'a PUT with a version that was replaced',
        shape,
        causedBy: 'a version that was replaced',
      });
  }
}
