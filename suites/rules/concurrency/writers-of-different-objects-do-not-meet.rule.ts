import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { freshReadsOf, stateBefore } from '../../checks/fresh-reads.ts';
import { changedByClients } from '../../checks/not-the-clients.ts';
import { distinctChange } from '../../generators/changes.ts';
import { labelledObject } from '../../generators/concurrent-programs.ts';
import { type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { fc, operationsOf, resourceOf, type Steps, stepsOn, edited } from '../cases.ts';
import { responseOf, refused, statusOf, held, show, violated } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Program, Rule, Step } from '../rule.ts';
import { noncePatch } from './nonces.ts';

/** One object for each client: three names in each of two namespaces. */
const NAMES = ['{{a}}', '{{ab}}', '{{abb}}'] as const;
const PLACES = ['ns1', 'ns11'] as const;

export const rule: Rule = {
  id: 'concurrency/writers-of-different-objects-do-not-meet',
  level: 'must',
  title: 'Clients that each write an object of their own in parallel read the same as if they were alone.',
  cites: ['what-the-service-does.1', 'semantics.1.1', 'semantics.4.1', 'semantics.6.1'],
  operations: operationsOf(['replace', 'patch', 'create', 'delete'], ({ namespaced }) => namespaced),
  needs: ['create', 'get', 'list', 'patch', 'replace'],
  cases: (operation) => {
    const resource = resourceOf(operation);
    const client = (on: Steps, as: string, name: string, created: Step): Program => [
      created,
      on.get(name),
      on.patch(name, null, noncePatch(MERGE_PATCH_TYPE, 'm1')),
      on.get(name, { as }),
      on.replace(name, edited(as, distinctChange(on.resource, 'own-put'))),
      on.get(name),
      on.patch(name, null, noncePatch(JSON_PATCH_TYPE, 'm2')),
      on.list(),
      on.patch(name, null, noncePatch(STRATEGIC_MERGE_PATCH_TYPE, 'm3')),
      on.get(name),
      on.remove(name),
      on.get(name),
    ];
    return fc.constant([
      {
        do: 'together',
        branches: PLACES.flatMap((place, p) =>
          NAMES.map((name, n) => {
            const on = stepsOn(resource, place);
            return client(on, `${place}-${n}`, name, p + n === 0 ? createdHere(on, name) : created(on, name));
          }),
        ),
      },
    ]);
  },
  check,
  least: 1,
  shared: true,
};

/** A create by the resource of the judged operations, which a target may lack. */
function createdHere(on: Steps, name: string): Step {
  return on.createHere(labelledObject(on.resource, name, 'own'));
}

function created(on: Steps, name: string): Step {
  return on.create(labelledObject(on.maker, name, 'own'));
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    for (const { exchange, seen, where } of freshReadsOf(history, observed, key)) {
      const before = stateBefore(observed, key, exchange);
      if (before === undefined || !isAmongOthers(observed, exchange)) continue;
      const changed = seen === undefined ? undefined : changedByClients(before, seen);
      if (
        seen === undefined &&
        observed.surelyExists(key, exchange.began) &&
        observed.surelyExists(key, exchange.ended)
      )
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
    for (const write of observed.writesTo(key)) {
      const { exchange } = write;
      if (
        write.key?.id !== key.id ||
        !isAmongOthers(observed, exchange) ||
        observed
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
        choices['patch.concurrent'] === 'never'
      )
        yield violated(
          exchange,
          'success, for nobody else writes that object',
          responseOf(exchange),
          'refused for what others write',
        );
    }
  }
}

/** Whether a patch names a uid or a version: the server may refuse it because the object has another. */
function asksForAnIdentity({ request }: Exchange): boolean {
  return /["/](?:uid|resourceVersion)"/.test(request.body?.text ?? '');
}

/** Whether other objects were written at the same time. */
function isAmongOthers(observed: ObservedState, exchange: Exchange): boolean {
  const key = observed.writeOf(exchange)?.key?.id;
  return observed.writesOverlapping(exchange).some((write) => write.key !== undefined && write.key.id !== key);
}
