import { stateBefore } from '../../checks/fresh-reads.ts';
import { isHarmlessChange } from '../../checks/write/harmless-change.ts';
import type { LockedWrite } from '../../checks/write/locks.ts';
import { judgeLoneWrites } from '../../checks/write/lone-writes.ts';
import { changeOf, distinctChange } from '../../generators/changes.ts';
import { statusOf as someStatus } from '../../generators/statuses.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, objectOf, offers, operationsOf, resourceOf, type Steps, stepsOn, edited, makeAndRead } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { sent, statusOf } from '../judging.ts';
import { namesakeOfAnotherKind } from '../namesake.ts';
import { everyOtherPrefixed } from '../name-prefixes.ts';
import { removedAt } from '../../oracle/values/json-edits.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Edit } from '../../program/program.ts';
import type { CheckContext, Finding, History, JsonObject, Program, Resource, Rule, Step } from '../rule.ts';

/**
 * The values of clients that send the current version at the same time: not all of them may be refused, because none
 * of them has replaced it yet.
 */
const RIVALS = ['one', 'two', 'three'] as const;

export const rule: Rule = {
  id: 'replace/current-version-succeeds',
  level: 'must',
  title: 'A PUT of the current version by the only writer succeeds; so does one of several parallel PUTs of it.',
  cites: ['semantics.1.1', 'semantics.1.2', 'endpoints.success-status'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const cases = fc
      .tuple(objectOf(on.maker), changeOf(on.resource), changeOf(on.resource), someStatus(on.resource))
      .map(([object, first, second, status]): Program => [
        ...makeAndRead(on, created(on.resource, object)),
        on.replace('{{a}}', edited('read', first), { as: 'replaced' }),
        on.get('{{a}}'),
        on.replace('{{a}}', edited('replaced', [...second, ...ofContainers(on.resource)])),
        ...afterOtherView(on),
        ...afterNamesake(on),
        ...afterStatus(on, status),
        on.get('{{a}}', { as: 'last' }),
        {
          do: 'together',
          branches: RIVALS.map((rival) => [on.replace('{{a}}', edited('last', distinctChange(on.resource, rival)))]),
        },
        // A refused PUT is over, and the next one of the current version is not.
        on.get('{{a}}', { as: 'settled' }),
        on.replace('{{a}}', edited('settled', distinctChange(on.resource, 'after'))),
        on.get('{{a}}'),
      ]);
    return everyOtherPrefixed(cases);
  },
  check,
};

/** Patches the object through its other group-version, if it has one, and PUTs the version that the patch returned. */
function afterOtherView(on: Steps): readonly Step[] {
  const other = otherGroupVersion(on.resource);
  if (other === on.resource) return [];
  const edits = [{ set: '/apiVersion', to: on.resource.apiVersion }, ...distinctChange(on.resource, 'mine')];
  return [
    stepsOn(other).patch('{{a}}', { metadata: { annotations: { theirs: 'yes' } } }, { as: 'theirs' }),
    on.replace('{{a}}', edited('theirs', edits)),
  ];
}

/** Creates an object of another kind with the name of the object, and PUTs the version from before. */
function afterNamesake(on: Steps): readonly Step[] {
  return [
    on.get('{{a}}', { as: 'alone' }),
    ...namesakeOfAnotherKind(on, '{{a}}'),
    on.replace('{{a}}', edited('alone', distinctChange(on.resource, 'beside-a-namesake'))),
  ];
}

/** Writes the status of the object, if it has one, and PUTs the version that this write returned. */
function afterStatus(on: Steps, status: JsonObject): readonly Step[] {
  if (!offers(on.resource, 'patchStatus')) return [];
  const edits = [{ set: '/apiVersion', to: on.resource.apiVersion }, ...distinctChange(on.resource, 'after-status')];
  return [
    on.patchStatus('{{a}}', { status }, { as: 'status-written' }),
    on.replace('{{a}}', edited('status-written', edits)),
  ];
}

/** Members of a container with a default that depends on nothing that others may write. */
const DEFAULTED = ['imagePullPolicy', 'terminationMessagePath', 'terminationMessagePolicy'];

/** The object, a pod without those members in its first container. */
function created({ kind }: Resource, object: JsonObject): JsonObject {
  if (kind !== 'Pod') return object;
  return DEFAULTED.reduce(
    (under, member) => removedAt(under, ['spec', 'containers', '0', member]) as JsonObject,
    object,
  );
}

/**
 * Changes the image of a mutable template. From a container of a pod, it removes what the pod was created without: the
 * PUT gives that the default again, so the container does not change.
 */
function ofContainers({ kind }: Resource): Edit[] {
  const { template } = MUTABLE[kind];
  if (template !== undefined)
    return [{ set: pointer([...template, 'spec', 'containers', '0', 'image']), to: 'app:changed' }];
  return kind === 'Pod' ? DEFAULTED.map((member) => ({ remove: `/spec/containers/0/${member}` })) : [];
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  yield* judgeLoneWrites(history, 'replace', context, (write) => isWellMade(history, write));
}

/**
 * Whether nothing in the body can be the reason of a refusal: it was made for this rule, it changes only labels or
 * annotations, or the response blames the version.
 */
function isWellMade(history: History, { exchange, key }: LockedWrite): boolean {
  if (statusOf(exchange) === 409 || sentFor(exchange, rule.id)) return true;
  const [before, body] = [stateBefore(observedStateOf(history), key, exchange), sent(exchange)];
  return (
    before !== undefined &&
    body !== undefined &&
    statusOf(exchange) !== 415 &&
    isHarmlessChange(before.content, body, exchange.call.resource.schema)
  );
}
