import { isDeepStrictEqual } from 'node:util';
import { PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { judgeExactDeletions } from '../../checks/delete/exact-deletions.ts';
import { judgeSingleOptions } from '../../checks/delete/single-options.ts';
import { judgeWholeLists } from '../../checks/list/whole-lists.ts';
import { isReplacedBeside } from '../../checks/write/locks.ts';
import { judgePatched } from '../../checks/patch/patched.ts';
import { judgeRefusedWrites } from '../../checks/write/refused-writes.ts';
import { judgeReplaced } from '../../checks/write/replaced.ts';
import { keyOf, observedStateOf } from '../../oracle/observed-state.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { fc, makerOf, resourceOf } from '../cases.ts';
import {
  callsOf,
  conflicted,
  deniesTheObject,
  held,
  keyCalled,
  received,
  responseOf,
  sent,
  type ResourceCalled,
  show,
  succeeded,
  violated,
} from '../judging.ts';
import { at, textAt } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { identifyingMember } from '../../generators/changes.ts';
import type { CheckContext, Exchange, Finding, History, Json, Operation, Rule } from '../rule.ts';
import { rule as lastWritten } from '../get/answers-what-was-last-written.rule.ts';
import { rule as showsCurrent } from '../list/shows-the-current-state.rule.ts';
import { rule as showsStatus } from '../status/get-shows-the-object.rule.ts';
import { rule as writesStatus } from '../status/write-changes-the-status.rule.ts';
import { rule as goesOnAlike } from '../watch/goes-on-alike-however-long-it-is-open.rule.ts';
import { circumstanceOf, everyCircumstance, isMeantToBeStale } from './circumstances.ts';
import { rule as showsLatest } from './reads-show-the-latest-state.rule.ts';

/** A namespace takes its contents with it, so no case deletes one. Some kinds are created through another resource. */
function isJudged(operation: Operation): boolean {
  if (operation.resource === undefined) return false;
  const resource = resourceOf(operation);
  if (operation.verb === 'create') return makerOf(resource) === resource;
  return resource.namespaced || !(operation.verb.startsWith('delete') || operation.verb.endsWith('Status'));
}

export const rule: Rule = {
  id: 'world/circumstances-do-not-matter',
  level: 'must',
  title:
    'Each operation does the same with an object that has finalizers, an owner, annotations or no labels, whose name was used before, of which a write was carried out or refused before, or that has a namesake in another namespace.',
  cites: [
    'what-the-service-does.1',
    'errors.1',
    'semantics.1.1',
    'semantics.2.2',
    'semantics.4.1',
    'semantics.6.1',
    'semantics.7.1',
    'semantics.7.3',
    'semantics.8',
    'rules.4',
  ],
  operations: OPERATIONS.filter(isJudged),
  needs: ['create', 'get', 'list', 'replace', 'patch', 'delete'],
  cases: (operation, choices) => fc.constant(everyCircumstance(resourceOf(operation), choices)),
  check,
  least: 1,
  sweep: true,
  shared: true,
  negative: true,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeCalls(history);
  yield* judgeMarks(history);
  yield* judgeRefusedWrites(
    history,
    rule.id,
    'success: the write is legal, and the circumstances of the object do not matter',
    // The case sends stale PUTs too, and no sentence says that a terminating object takes all writes.
    (exchange) =>
      circumstanceOf(keyCalled(exchange).name)?.isHeld !== 'terminating' && !isReplacedBeside(history, exchange),
    ({ outcome, exchange }) => outcome === 'acknowledged' || (outcome === 'refused' && isMeantToBeStale(exchange)),
  );
  yield* judgeReplaced(history, context);
  for (const type of PATCH_TYPES) yield* judgePatched(history, context, type);
  yield* judgeWholeLists(history);
  yield* judgeSingleOptions(history, context.choices, 'body');
  yield* judgeExactDeletions(history);
  for (const each of [showsLatest, lastWritten, showsCurrent, showsStatus, writesStatus, goesOnAlike])
    yield* each.check(history, context);
}

/** Judges that its own calls succeed or are judged elsewhere, and that gets find what exists. */
function* judgeCalls(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, ...VERBS)) {
    if (!sentFor(exchange, rule.id) || exchange.call.watching) continue;
    if (succeeded(exchange)) yield held(exchange, exchange.call.verb);
    else if (exchange.call.verb === 'create' && conflicted(exchange)) {
      const { resource, namespace } = exchange.call;
      const key = keyOf(resource, namespace, textAt(sent(exchange), 'metadata', 'name') ?? '');
      if (observed.surelyGoneDuring(key, exchange))
        yield violated(exchange, `success: nothing has the name ${key.name}`, responseOf(exchange), 'not created');
    } else if (deniesTheObject(exchange) && ['get', 'getStatus'].includes(exchange.call.verb)) {
      const key = keyCalled(exchange);
      if (observed.surelyExists(key, exchange.began) && observed.surelyExists(key, exchange.ended))
        yield violated(exchange, `${key.kind} ${key.name}, which exists`, responseOf(exchange), 'not found');
    }
  }
}

/**
 * Judges that the member that each write of a case sets is shown until the next write. The other checks do not know the
 * state of a terminating object, because another client could remove its last finalizer.
 */
function* judgeMarks(history: History): Iterable<Finding> {
  const writes = new Map<string, ResourceCalled>();
  for (const exchange of callsOf(history.exchanges, 'get', 'replace', 'patch')) {
    const { id, name } = keyCalled(exchange);
    if (!sentFor(exchange, rule.id) || circumstanceOf(name)?.isHeld !== 'terminating') continue;
    if (exchange.call.verb !== 'get') writes.set(id, exchange);
    const [write, shown] = [writes.get(id), received(exchange)];
    if (write === undefined || shown === undefined || !succeeded(write)) continue;
    const { path } = identifyingMember(exchange.call.resource, '');
    const mark = markOf(write, path);
    if (mark !== undefined && !isDeepStrictEqual(at(shown, ...path), mark))
      yield violated(
        write,
        `${pointer(path)} ${show(mark)}, until the next write sets it`,
        `${show(at(shown, ...path))} in a ${exchange.call.verb}`,
        'a write of a terminating object is lost',
      );
  }
}

/** The value to which a write sets the member; `undefined` if it does not. */
function markOf({ request }: Exchange, path: readonly string[]): Json | undefined {
  const body = request.body?.value;
  return Array.isArray(body) ? at((body as readonly Json[])[0], 'value') : at(body, ...path);
}

const VERBS = [...new Set(OPERATIONS.map(({ verb }) => verb))];
