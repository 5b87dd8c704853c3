import { JSON_PATCH_TYPE, PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { versionInPatch } from '../../checks/patch/patch-versions.ts';
import { statusOf as statusesOf } from '../../generators/statuses.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn, makeAndRead, versionOf } from '../cases.ts';
import { interveningWrites } from '../intervening-writes.ts';
import {
  brokeDown,
  callsOf,
  held,
  type ResourceCalled,
  responseOf,
  statusOf,
  succeeded,
  turnedDown,
  violated,
  keyCalled,
} from '../judging.ts';
import type { CheckContext, Finding, History, Rule, Step, Template } from '../rule.ts';
import { ALL_PATCHES } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/stale-version-is-no-condition',
  level: 'must',
  title:
    'A PATCH that names a replaced version is carried out all the same, or, if the dialect says so, refused without a trace. One that names the current version is carried out.',
  cites: ['semantics.5.1', 'rules.1.2'],
  operations: ALL_PATCHES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const isOfStatus = operation.verb === 'patchStatus';
    const status = isOfStatus ? statusesOf(on.resource) : fc.constant({});
    return fc.tuple(interveningWrites(on), status).map(([between, written]) => {
      const patchNaming = (read: string, contentType: string): Step => {
        const resourceVersion = versionOf(read);
        const annotations = { named: `${read} ${contentType}` };
        const merged = isOfStatus
          ? { metadata: { resourceVersion }, status: written }
          : { metadata: { resourceVersion, annotations } };
        const operations: Template = [
          { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
          isOfStatus
            ? { op: 'add', path: '/status', value: written }
            : { op: 'add', path: '/metadata/annotations', value: annotations },
        ];
        const body = contentType === JSON_PATCH_TYPE ? operations : merged;
        return isOfStatus ? on.patchStatus('{{a}}', body, { contentType }) : on.patch('{{a}}', body, { contentType });
      };
      return [
        ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
        ...between,
        on.get('{{a}}'),
        ...PATCH_TYPES.flatMap((contentType) => [
          patchNaming('read', contentType),
          on.get('{{a}}', { as: 'now' }),
          patchNaming('now', contentType),
        ]),
      ];
    });
  },
  check,
  least: 3,
};

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch', 'patchStatus')) {
    const version = versionInPatch(exchange);
    const key = keyCalled(exchange);
    if (typeof version !== 'string') continue;
    if (!observed.wasReplaced(key, version, exchange.began)) yield* judgeCurrent(exchange, context);
    else if (context.choices['patch.stale-version'] === 'refused')
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: 'a PATCH with a version that was replaced',
        shape: 'refused',
      });
    else if (succeeded(exchange)) yield held(exchange, 'carried out');
    else if (isRefusedForIt(exchange))
      yield violated(
        exchange,
        'success: a version is no condition of a PATCH',
        responseOf(exchange),
        'refused for a stale version',
      );
  }
}

/** Judges a PATCH of this rule's own cases that names the version which its object had when it was last read. */
function* judgeCurrent(exchange: ResourceCalled, { choices }: CheckContext): Iterable<Finding> {
  // A controller can have replaced the version unseen.
  if (choices['patch.stale-version'] === 'refused' || !sentFor(exchange, rule.id) || !isRefusedForIt(exchange)) return;
  yield violated(
    exchange,
    'success: the version is current, and no condition of a PATCH',
    responseOf(exchange),
    'refused for the current version',
  );
}

/**
 * Whether the version is the reason of a refusal: the response is a conflict and the patch names no uid; or the
 * patch was made for this rule, so it has no other defect.
 */
function isRefusedForIt(exchange: ResourceCalled): boolean {
  if (sentFor(exchange, rule.id)) return turnedDown(exchange) || brokeDown(exchange);
  return statusOf(exchange) === 409 && exchange.request.body?.text.includes('uid') !== true;
}
