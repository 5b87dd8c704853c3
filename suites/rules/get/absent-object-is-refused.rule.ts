import * as fc from 'fast-check';
import type { Operation } from '../../../spec/surface/operations.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { answerOf, callsOf, rejected, succeeded } from '../../checks/answers.ts';
import type { Finding } from '../../checks/finding.ts';
import { held, violated } from '../../checks/findings.ts';
import type { Program } from '../../program/program.ts';
import { eachInTurn, inTurn } from '../../generators/in-turn.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import type { ObjectKey, World } from '../../oracle/world.ts';
import { keyOf, worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { READS, readBy } from './get-operations.ts';

export const rule: Rule = {
  id: 'get/absent-object-is-refused',
  level: 'must',
  negative: true,
  title:
    'A get of a name that does not exist is refused, whatever exists under longer or shorter names, in other namespaces or of other kinds.',
  cites: ['parameters.path.name', 'what-the-service-does.namespaces'],
  operations: READS,
  // A list is the server's own word that the name is not there.
  needs: ['create', 'list'],
  cases: programsFor,
  check,
};

/** Before and after a name that is longer and, against another, shorter; and what another kind, and then another namespace, has. */
function programsFor(operation: Operation): fc.Arbitrary<Program> {
  const resource = resourceOf(operation);
  const [on, beside] = [stepsOn(resource), stepsOn(resource, 'ns11')];
  const look = (name: string): Program => [on.list(), readBy(operation, on, name)];
  const near = fc.constant<Program>([
    ...look('{{a}}'),
    on.create(minimalObject(on.maker, '{{ab}}')),
    ...look('{{a}}'),
    readBy(operation, on, '{{abc}}'),
  ]);
  const elsewhere: Program = resource.namespaced
    ? [beside.create(minimalObject(on.maker, '{{a}}')), ...look('{{a}}')]
    : [];
  const others = RESOURCES.filter(({ kind, namespaced }) => kind !== resource.kind && namespaced).map((other) =>
    stepsOn(other),
  );
  const foreign = inTurn(...others).map((other): Program => [
    other.create(minimalObject(other.maker, '{{a}}')),
    ...look('{{a}}'),
    ...elsewhere,
  ]);
  return eachInTurn(near, foreign);
}

function* check(history: History): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(history.exchanges, 'get', 'getStatus')) {
    const { resource, namespace, name = '' } = exchange.call;
    const key = keyOf(resource, namespace, name);
    if (!world.surelyGoneDuring(key, exchange)) continue;
    const shape = neighbours(world, key, exchange.began);
    if (succeeded(exchange))
      yield violated(exchange, `a refusal, for there is no ${name}`, answerOf(exchange), `found, ${shape}`);
    else if (rejected(exchange)) yield held(exchange, shape);
  }
}

/** What exists that a careless lookup would find instead. */
function neighbours(world: World, key: ObjectKey, at: number): string {
  const there = world.keysNear(at).filter((other) => other.id !== key.id && world.surelyExists(other, at));
  if (there.some(({ kind, name, namespace }) => kind === key.kind && name === key.name && namespace !== key.namespace))
    return 'in another namespace it exists';
  if (there.some(({ kind, name }) => kind !== key.kind && name === key.name)) return 'of another kind it exists';
  if (there.some(({ name }) => name.startsWith(key.name))) return 'a longer name exists';
  return there.some(({ name }) => key.name.startsWith(name)) ? 'a shorter name exists' : 'nothing like it exists';
}
