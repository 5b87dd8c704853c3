import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { mayBeConflict } from '../../checks/write/locks.ts';
import { judgeStatusAlone } from '../../checks/write/status-alone.ts';
import { statusOf } from '../../generators/statuses.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import type { CallStep } from '../../program/program.ts';
import { minimalObject, resourceOf, type Steps, stepsOn, writeAndRead } from '../cases.ts';
import { heldObject, release } from '../held-object.ts';
import { responseOf, callsOf, foundWrong, violated } from '../judging.ts';
import { everyOtherPrefixed } from '../name-prefixes.ts';
import type { Finding, History, JsonObject, Operation, Program, Rule, Template } from '../rule.ts';
import { ALL_STATUS_WRITES, otherSpec, writeStatus } from './status-cases.ts';

export const rule: Rule = {
  id: 'status/write-leaves-the-spec',
  level: 'must',
  title:
    'A write of /status succeeds and changes nothing but the status, whatever spec its body carries; labels and annotations that it does not carry stay.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: ALL_STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const { namespaced } = on.resource;
    const body: Template = {
      $edit: namespaced ? heldObject(on, '{{a}}') : minimalObject(on.maker, '{{a}}'),
      with: [{ set: '/metadata/annotations/kept', to: 'yes' }, ...(namespaced ? [otherSpec(on, 'at-first').edit] : [])],
    };
    const cases = statusOf(on.resource).map((status): Program => [
      ...writeAndRead(on, body, writes(operation, on, status), 0),
      ...(namespaced ? [release(on, '{{a}}')] : []),
    ]);
    return everyOtherPrefixed(cases);
  },
  check,
  least: 3,
};

/**
 * A write of the status and of the spec at once, by each media type of the operation. The spec of a namespace has no
 * member that a client may change.
 */
function writes(operation: Operation, on: Steps, status: JsonObject): CallStep[] {
  const { edit, patch, removal } = otherSpec(on);
  const [edits, rest, less] = on.resource.namespaced ? [[edit], patch, [removal]] : [[], {}, []];
  const plain = writeStatus(operation, on, status, edits, rest);
  if (operation.verb === 'replaceStatus')
    return [plain, on.get('{{a}}', { as: 'read' }), { ...plain, contentType: YAML_TYPE }];
  const operations = [
    { op: 'add', path: '/status', value: status },
    ...edits.map(({ set, to }) => ({ op: 'replace', path: set, value: to })),
  ];
  return [
    plain,
    { ...plain, contentType: STRATEGIC_MERGE_PATCH_TYPE },
    on.patchStatus('{{a}}', operations, { contentType: JSON_PATCH_TYPE }),
    ...less.map((removed) => on.patchStatus('{{a}}', { ...removed, status })),
  ];
}

/** In its own cases only the spec differs, and a server must ignore it: that is no reason for a refusal. */
function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'replaceStatus', 'patchStatus')) {
    if (sentFor(exchange, rule.id) && foundWrong(exchange) && !mayBeConflict(history, exchange))
      yield violated(
        exchange,
        'success, and the spec ignored',
        responseOf(exchange),
        `a ${exchange.call.verb} with a spec is refused`,
      );
  }
  yield* judgeStatusAlone(history);
}
