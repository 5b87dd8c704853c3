import { RESOURCES } from '../../../spec/surface/resources.ts';
import { type ObjectKey, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, eachInTurn, inTurn, minimalObject, resourceOf, stepsOn } from '../cases.ts';
import { responseOf, callsOf, rejected, succeeded, held, violated, keyCalled } from '../judging.ts';
import type { Finding, History, Operation, Program, Rule } from '../rule.ts';
import { READS, readBy } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/absent-object-is-refused',
  level: 'must',
  negative: true,
  title:
    'A get of a name that does not exist is refused, whatever exists under longer or shorter names, in lower case, in other namespaces or of other kinds.',
  cites: ['parameters.path.name', 'what-the-service-does.namespaces'],
  operations: READS,
  // A list proves that the name does not exist.
  needs: ['create', 'list'],
  cases: programsFor,
  check,
};

/**
 * Gets a name next to existing names that are longer, shorter or in lower case, and next to the same name in another
 * kind and in another namespace.
 */
function programsFor(operation: Operation): fc.Arbitrary<Program> {
  const resource = resourceOf(operation);
  const [on, beside] = [stepsOn(resource), stepsOn(resource, 'ns11')];
  const read = (name: string): Program => [on.list(), readBy(operation, on, name)];
  const near = fc.constant<Program>([
    ...read('{{a}}'),
    on.create(minimalObject(on.maker, '{{ab}}')),
    ...read('{{a}}'),
    readBy(operation, on, '{{abc}}'),
    on.create(minimalObject(on.maker, '{{b}}-case')),
    ...read('{{b}}-CASE'),
  ]);
  const elsewhere: Program = resource.namespaced
    ? [beside.create(minimalObject(on.maker, '{{a}}')), ...read('{{a}}')]
    : [];
  const others = RESOURCES.filter(({ kind, namespaced }) => kind !== resource.kind && namespaced).map((other) =>
    stepsOn(other),
  );
  const foreign = inTurn(...others).map((other): Program => [
    other.create(minimalObject(other.maker, '{{a}}')),
    ...read('{{a}}'),
    ...elsewhere,
  ]);
  return eachInTurn(near, foreign);
}

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'get', 'getStatus')) {
    const { name = '' } = exchange.call;
    const key = keyCalled(exchange);
    if (!observed.surelyGoneDuring(key, exchange)) continue;
    const shape = neighbours(observed, key, exchange.began);
    if (succeeded(exchange))
      yield violated(exchange, `a refusal, for there is no ${name}`, responseOf(exchange), `found, ${shape}`);
    else if (rejected(exchange)) yield held(exchange, shape);
  }
}

/** Existing objects that a careless lookup would find instead. */
function neighbours(observed: ObservedState, key: ObjectKey, at: number): string {
  const there = observed.keysNear(at).filter((other) => other.id !== key.id && observed.surelyExists(other, at));
  if (there.some(({ kind, name, namespace }) => kind === key.kind && name === key.name && namespace !== key.namespace))
    return 'in another namespace it exists';
  if (there.some(({ kind, name }) => kind !== key.kind && name === key.name)) return 'of another kind it exists';
  if (there.some(({ name }) => name.startsWith(key.name))) return 'a longer name exists';
  if (there.some(({ name }) => name.toLowerCase() === key.name.toLowerCase())) return 'a name in lower case exists';
  return there.some(({ name }) => key.name.startsWith(name)) ? 'a shorter name exists' : 'nothing like it exists';
}
