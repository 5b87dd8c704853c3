import { deletions } from '../../checks/delete/deletes.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { changedByClients } from '../../checks/not-the-clients.ts';
import { isThere } from '../../checks/write/kept-status.ts';
import { fullStatus } from '../../generators/full-objects.ts';
import { at, isObject } from '../../oracle/json.ts';
import { type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';
import { awaitEvents, objectOf, resourceOf, stepsOn, versionOf } from '../cases.ts';
import { succeeded, held, show, violated } from '../judging.ts';
import type { Finding, History, Program, Rule } from '../rule.ts';
import { DELETES_IN_NAMESPACES } from './delete-cases.ts';
import { release } from '../held-object.ts';

export const rule: Rule = {
  id: 'delete/lingering-object-keeps-its-content',
  level: 'must',
  title: 'A terminating object keeps its content, except for the members that say that it is terminating.',
  cites: ['semantics.6.1', 'semantics.1.1', 'semantics.2.2'],
  operations: DELETES_IN_NAMESPACES,
  needs: ['create', 'get', 'patch'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const status = on.resource.hasStatus ? fullStatus(on.resource, '{{a}}', 0, choices) : undefined;
    const written: Program =
      status === undefined
        ? []
        : [
            on.patchStatus('{{a}}', { status }, { as: 'written' }),
            on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('written') } }),
          ];
    return objectOf(on.maker).map((object) => [
      on.create({ $edit: object, with: [{ set: '/metadata/finalizers', to: ['example.com/hold'] }] }),
      ...written,
      on.remove('{{a}}'),
      on.get('{{a}}'),
      on.list(),
      ...(written.length === 0 ? [] : [awaitEvents('seen', 1)]),
      release(on, '{{a}}'),
    ]);
  },
  check,
  least: 3,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const { exchange, key, before } of deletions(history)) {
    if (!succeeded(exchange)) continue;
    const cleared = clearedStatus(observed, before);
    if (cleared !== undefined)
      yield violated(
        exchange,
        `/status/${cleared}, as before the delete`,
        'no member of the status in the event of the delete',
        'the status is cleared',
      );
    for (const { seen, where } of freshReadsAfter(history, observed, key, exchange)) {
      if (seen === undefined || seen.uid !== before.uid) continue;
      const changed = changedByClients(before, seen);
      if (changed === undefined) yield held(exchange, `kept, in ${where}`);
      else
        yield violated(
          exchange,
          `${changed.path} ${show(changed.expected)}, as before the delete`,
          `${show(changed.actual)} in ${where}`,
          `${changed.path} changes`,
        );
    }
  }
}

/**
 * The first member of a status of which the next state, in which the object is terminating, shows no member. A
 * controller may clear a status in a write of its own, so only the very next event of a watch counts.
 */
function clearedStatus(observed: ObservedState, before: Observation): string | undefined {
  const status = at(before.content, 'status');
  const names = Object.keys(isObject(status) ? status : {}).filter((name) => isThere(before.content, name));
  const events = observed.observationsOf(before.key).filter(({ event }) => event !== undefined);
  const next = events.find((event) => {
    const last = events.findLast((other) => other.exchange === event.exchange && other.ended < event.ended);
    const from = last === undefined ? event.exchange.request.query.get('resourceVersion') : last.version;
    return event.uid === before.uid && isTerminating(event.content) && from === before.version;
  });
  return next === undefined || names.some((name) => isThere(next.content, name)) ? undefined : names[0];
}
