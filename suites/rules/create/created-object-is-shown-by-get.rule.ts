import { creationsByKey } from '../../checks/create/creations.ts';
import { differentNames } from '../../generators/names.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { edited, type Extra, fc, inTurn, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { responseOf, callsOf, deniesTheObject, succeeded, held, show, violated, keyCalled } from '../judging.ts';
import { heldObject, release } from '../held-object.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { makeNamespace, stepsInNew } from '../new-namespace.ts';
import type { Exchange, Finding, History, Program, Resource, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';

/** Names with more characters than labels, which differ only in the last one. */
const LONG = ['a', 'b'].map((end) => `${'long-'.repeat(13)}${end}`);

/** Legal names that look like segments of other paths, numbers, or forms of a response. */
const WORDS = ['status', 'watch', 'namespaces', 'scale', 'config.json', 'config.yaml', '0042', ...LONG] as const;

export const rule: Rule = {
  id: 'create/created-object-is-shown-by-get',
  level: 'must',
  title: 'Once a create is acknowledged, a get of its name returns the created object.',
  cites: ['what-the-service-does.1', 'what-the-service-does.desired-state'],
  operations: CREATES,
  needs: ['get'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const on = stepsOn(resource);
    // A pod may have to wait for objects that the system adds to each namespace, such as a service account.
    const words = resource.namespaced && resource.kind !== 'Pod' ? [namedByWords(resource)] : [];
    return fc
      .tuple(differentNames(3), inTurn({}, { query: { pretty: 'true' } }), inTurn([], [], [], [], ...words))
      .map(([names, extra, beside]) => [...madeAndRead(on, names, extra), ...throughBothGroups(resource), ...beside]);
  },
  check,
};

function madeAndRead(on: Steps, names: readonly string[], extra?: Extra): Program {
  return [
    // A server may remember that nothing was there, or that a delete was requested.
    ...names.slice(1).map((name) => on.get(name)),
    ...names.slice(0, 1).map((name) => on.remove(name)),
    ...names.map((name) => on.createHere(minimalObject(on.resource, name), extra)),
    ...names.map((name) => on.get(name)),
    ...(on.resource.namespaced ? heldNoMore(on) : []),
  ];
}

/** Objects that lose their last finalizer, by a patch and by a PUT, although nobody deletes them. */
function heldNoMore(on: Steps): Program {
  const [patched, put] = ['{{free}}', '{{free-too}}'];
  return [
    ...[patched, put].map((name) => on.createHere(heldObject(on, name))),
    release(on, patched),
    on.get(patched),
    on.get(put, { as: 'held' }),
    on.replace(put, edited('held', [{ remove: '/metadata/finalizers' }])),
    on.get(put),
  ];
}

/** How late a server may be that reads through caches, in milliseconds. */
const LATE_MS = 100;

/** Creates an object in one group, and reads it at once in the other group of its kind, and again after a while. */
function throughBothGroups(resource: Resource): Program {
  const other = otherGroupVersion(resource);
  if (other === resource) return [];
  const read = stepsOn(other).get('{{both}}');
  return [stepsOn(resource).createHere(minimalObject(resource, '{{both}}')), read, { do: 'pause', ms: LATE_MS }, read];
}

/** Cases share their namespaces, so only a new one has these names free. */
function namedByWords(resource: Resource): Program {
  return [makeNamespace(), ...madeAndRead(stepsInNew(resource), [...WORDS, resource.plural])];
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const made = creationsByKey(history);
  const gets = callsOf(history.exchanges, 'get');
  const served = new Set(gets.filter(succeeded).map(({ call }) => call.resource.id));
  for (const exchange of gets) {
    const { resource } = exchange.call;
    // A get with other query parameters may be refused, or return another form.
    if ([...exchange.request.query.keys()].some((parameter) => parameter !== 'pretty')) continue;
    const key = keyCalled(exchange);
    const creation = made.get(key.id)?.findLast((each) => each.exchange.ended < exchange.began);
    if (
      creation === undefined ||
      !observed.surelyExists(key, exchange.began) ||
      !observed.surelyExists(key, exchange.ended)
    )
      continue;
    const uid = textAt(creation.made, 'metadata', 'uid');
    if (!isItsLastLife(observed, key, creation.exchange, exchange)) continue;
    const shown = textAt(exchange.response?.body?.value, 'metadata', 'uid');
    // A server may not serve the other group.
    const isServed = served.has(resource.id) || resource.id === creation.exchange.call.resource.id;
    if (deniesTheObject(exchange) && !isServed) continue;
    if (deniesTheObject(exchange))
      yield violated(
        creation.exchange,
        `a get of ${key.name} returns the object`,
        responseOf(exchange),
        'get is refused',
      );
    else if (!succeeded(exchange)) continue;
    else if (shown === uid)
      yield held(creation.exchange, resource.id === creation.exchange.call.resource.id ? 'same path' : 'another view');
    else yield violated(creation.exchange, `uid ${show(uid)} in a get of ${key.name}`, show(shown), 'another uid');
  }
}

/** Whether nothing else can have made the object between that create and the end of the read. */
function isItsLastLife(observed: ObservedState, key: ObjectKey, { began }: Exchange, read: Exchange): boolean {
  return (
    observed.soleWriter(key) &&
    !observed
      .writesTo(key)
      .some(
        (write) =>
          write.verb === 'create' &&
          write.outcome !== 'refused' &&
          write.began < read.ended &&
          write.settled > began &&
          write.exchange.began !== began,
      )
  );
}
