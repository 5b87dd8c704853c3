import { otherWrites } from '../../checks/other-writes.ts';
import {
  JSON_PATCH_TYPE,
  MERGE_PATCH_TYPE,
  PATCH_TYPES,
  STRATEGIC_MERGE_PATCH_TYPE,
} from '../../../spec/surface/media-types.ts';
import { needsSomething } from '../../checks/mistakes.ts';
import { versionInPatch } from '../../checks/patch/patch-versions.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import { interveningWrites } from '../intervening-writes.ts';
import { isHarmlessPatch } from '../../checks/patch/harmless-patch.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import {
  responseOf,
  callsOf,
  statusOf,
  succeeded,
  held,
  observed,
  type ResourceCalled,
  violated,
  keyCalled,
} from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Rule, Template } from '../rule.ts';

/** The real system retries a patch five times, so fewer patches at once never use up its attempts. */
const MOST_AT_ONCE = 12;

export const rule: Rule = {
  id: 'patch/is-never-refused-for-a-lock',
  level: 'must',
  title:
    'A PATCH without a version is never refused because of other writes, earlier or parallel, even of the same field.',
  cites: ['semantics.5.1', 'semantics.5.2', 'rules.1.2'],
  operations: operationsOf(['patch', 'patchStatus']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const patch = operation.verb === 'patch' ? on.patch : on.patchStatus;
    const one = fc
      .constantFrom(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE)
      .chain((contentType) =>
        fc.integer({ min: 0, max: 9 }).map((value) => patch('{{a}}', bodyFor(contentType, value), { contentType })),
      );
    const object = {
      ...minimalObject(on.maker, '{{a}}'),
      metadata: { name: '{{a}}', annotations: { shared: 'at first' } },
    };
    return fc.oneof(
      fc
        .tuple(interveningWrites(on), one)
        .map(([between, step]) => [
          ...makeAndRead(on, object),
          ...between.filter((each) => each.do !== 'call' || each.verb !== 'delete'),
          step,
          on.get('{{a}}'),
        ]),
      fc
        .array(one, { minLength: 2, maxLength: MOST_AT_ONCE })
        .map((steps) => [
          ...makeAndRead(on, object),
          { do: 'together' as const, branches: steps.map((step) => [step]) },
          on.get('{{a}}'),
        ]),
    );
  },
  check,
};

/** Sets one annotation, by a patch of that type. */
function bodyFor(contentType: string, value: number): Template {
  if (contentType === JSON_PATCH_TYPE)
    return [
      { op: 'test', path: '/metadata/name', value: '{{a}}' },
      { op: 'add', path: '/metadata/labels/shared', value: `v${value}` },
    ];
  return { metadata: { labels: { shared: `v${value}` } } };
}

/** The document leaves the code for lock conflicts open, but 409 has no other meaning for a legal patch. */
const CONFLICT = 409;

/** Other statuses of a lock: a precondition that fails, a locked resource, a database that is busy. */
const LOCKED: ReadonlySet<number> = new Set([412, 423, 500]);

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  const observedState = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch', 'patchStatus')) {
    const key = keyCalled(exchange);
    if (
      versionInPatch(exchange) !== undefined ||
      !observedState.surelyExists(key, exchange.began) ||
      !observedState.surelyExists(key, exchange.ended)
    )
      continue;
    const others = otherWrites(observedState, key, exchange).length > 0;
    const shape = others ? 'with others at the same time' : 'after others';
    if (succeeded(exchange)) yield held(exchange, shape);
    else if (!isOfALock(exchange, others) || mayFailAlone(exchange) || mayBeIllegal(history, exchange, choices))
      continue;
    else if (choices['patch.concurrent'] === 'may-conflict' && statusOf(exchange) !== 500)
      yield observed(exchange, `refused: ${statusOf(exchange)}`);
    else
      yield violated(
        exchange,
        'success: a PATCH without a version is never in conflict',
        responseOf(exchange),
        `refused ${shape}`,
      );
  }
}

/** Whether a refusal says that the object is locked. Only beside other writes, a case of this rule can meet a lock. */
function isOfALock(exchange: ResourceCalled, others: boolean): boolean {
  const status = statusOf(exchange);
  return status === CONFLICT || (others && sentFor(exchange, rule.id) && LOCKED.has(status));
}

/**
 * Whether a patch can fail without any other write: it is of another media type, names a uid, or has an operation
 * that needs an existing member. The tests in this rule's own cases all hold.
 */
function mayFailAlone(exchange: Exchange): boolean {
  if (sentFor(exchange, rule.id)) return false;
  return (
    !PATCH_TYPES.includes(requestType(exchange)) ||
    needsSomething(exchange) ||
    /"uid"|\/uid"/.test(exchange.request.body?.text ?? '')
  );
}

/**
 * Whether a patch may change more than labels and annotations, which a server may refuse. It is read if the state
 * before it is not known.
 */
function mayBeIllegal(history: History, exchange: ResourceCalled, choices: CheckContext['choices']): boolean {
  if (sentFor(exchange, rule.id)) return false;
  return stateBefore(observedStateOf(history), keyCalled(exchange), exchange) === undefined
    ? !MAPS_ALONE.test(exchange.request.body?.text ?? '')
    : !isHarmlessPatch(history, exchange, choices);
}

/** A merge patch of labels or annotations. */
const MAPS_ALONE = /^\s*\{\s*"metadata"\s*:\s*\{\s*"(labels|annotations)"\s*:\s*\{[^{}]*\}\s*\}\s*\}\s*$/;
