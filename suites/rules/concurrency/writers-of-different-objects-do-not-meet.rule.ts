import * as fc from 'fast-check';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { answerOf, refused, statusOf } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { held, show, violated } from '../../checks/findings.ts';
import { changedByClients, looksAt, stateBefore } from '../../checks/looks.ts';
import type { Program } from '../../program/program.ts';
import { markChange } from '../../generators/changes.ts';
import { markedObject } from '../../generators/concurrent-programs.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import type { World } from '../../oracle/world.ts';
import { worldOf } from '../../oracle/world.ts';
import { operationsOf } from '../operations-of.ts';
import type { Rule } from '../rule.ts';
import { resourceOf, stepsOn } from '../steps.ts';
import { edited } from '../write-and-look.ts';
import { markPatch } from './marks.ts';

export const rule: Rule = {
  id: 'concurrency/writers-of-different-objects-do-not-meet',
  level: 'must',
  title:
    'Clients that each write an object of their own, at the same time, read what they would read if they were alone.',
  cites: ['what-the-service-does.1', 'semantics.1.1', 'semantics.4.1', 'semantics.6.1'],
  operations: operationsOf(['replace', 'patch', 'create', 'delete'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'list', 'patch', 'replace'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const client = (name: string): Program => [
      operation.verb === 'create'
        ? on.createHere(markedObject(on.resource, name, 'own'))
        : on.create(markedObject(on.maker, name, 'own')),
      on.get(name, { as: `first-${name}` }),
      on.patch(name, null, markPatch(MERGE_PATCH_TYPE, 'm1')),
      on.get(name, { as: `then-${name}` }),
      on.replace(name, edited(`then-${name}`, markChange(on.resource, 'own-put'))),
      on.get(name),
      on.patch(name, null, markPatch(JSON_PATCH_TYPE, 'm2')),
      on.list(),
      on.patch(name, null, markPatch(STRATEGIC_MERGE_PATCH_TYPE, 'm3')),
      on.get(name),
      on.remove(name),
      on.get(name),
    ];
    return fc
      .integer({ min: 4, max: 6 })
      .map((count) => [
        { do: 'together', branches: Array.from({ length: count }, (_, n) => client(`{{a${'b'.repeat(n)}}}`)) },
      ]);
  },
  check,
  least: 1,
};

function* check(history: History, { answers }: CheckContext): Iterable<Finding> {
  const world = worldOf(history);
  for (const key of world.keys) {
    for (const { exchange, seen, where } of looksAt(history, world, key)) {
      const before = stateBefore(world, key, exchange);
      if (before === undefined || !isAmongOthers(world, exchange)) continue;
      const changed = seen === undefined ? undefined : changedByClients(before, seen);
      if (seen === undefined && world.surelyExists(key, exchange.began) && world.surelyExists(key, exchange.ended))
        yield violated(
          exchange,
          `${key.kind} ${key.name} is there, as its only client left it`,
          `nothing in ${where}`,
          'an object is lost while others are written',
        );
      else if (changed !== undefined)
        yield violated(
          exchange,
          `${changed.path} ${show(changed.expected)}, as the only client that writes ${key.name} left it`,
          `${show(changed.actual)} in ${where}`,
          `another state while others are written: ${changed.path}`,
        );
    }
    for (const write of world.writesTo(key)) {
      const { exchange } = write;
      if (
        write.key?.id !== key.id ||
        !isAmongOthers(world, exchange) ||
        world
          .writesTo(key)
          .some((other) => other !== write && other.began < write.settled && other.settled > write.began)
      )
        continue;
      if (write.outcome === 'acknowledged') yield held(exchange, `${write.verb} beside others`);
      else if (
        write.verb === 'patch' &&
        !asksForAnIdentity(exchange) &&
        refused(exchange) &&
        statusOf(exchange) === 409 &&
        answers['patch.concurrent'] === 'never'
      )
        yield violated(
          exchange,
          'success, for nobody else writes that object',
          answerOf(exchange),
          'refused for what others write',
        );
    }
  }
}

/** Whether a patch names a uid or a version: it may be refused because the object has another. */
function asksForAnIdentity({ request }: Exchange): boolean {
  return /["/](?:uid|resourceVersion)"/.test(request.body?.text ?? '');
}

/** Whether other objects were written meanwhile. */
function isAmongOthers(world: World, exchange: Exchange): boolean {
  const key = world.writeOf(exchange)?.key?.id;
  return world.writesOverlapping(exchange).some((write) => write.key !== undefined && write.key.id !== key);
}
