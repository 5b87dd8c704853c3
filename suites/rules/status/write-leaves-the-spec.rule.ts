import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeOutcomes } from '../../checks/write/outcome-demands.ts';
import { statusOf } from '../../generators/statuses.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import type { CallStep } from '../../program/program.ts';
import { fc, minimalObject, resourceOf, type Steps, stepsOn, writeAndRead } from '../cases.ts';
import { responseOf, callsOf, foundWrong, show, violated } from '../judging.ts';
import type { Finding, History, JsonObject, Operation, Rule, Template } from '../rule.ts';
import { STATUS_WRITES, otherSpec, writeStatus } from './status-cases.ts';

/** Members that are not judged; the document leaves labels and annotations open. */
const NOT_AT_ISSUE = ['/metadata', '/status', '/apiVersion', '/spec/templateGeneration'];

export const rule: Rule = {
  id: 'status/write-leaves-the-spec',
  level: 'must',
  title: 'A write of /status succeeds and changes nothing but the status, whatever spec its body carries.',
  cites: ['semantics.2.2', 'rules.2.2'],
  operations: STATUS_WRITES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const body: Template = { $edit: minimalObject(on.maker, '{{a}}'), with: [otherSpec(on, 'at-first').edit] };
    return statusOf(on.resource).chain((status) =>
      fc.constantFrom(...writes(operation, on, status)).map((write) => writeAndRead(on, body, [write], 0)),
    );
  },
  check,
  least: 3,
};

/** A write of the status and of the spec at once, by each media type of the operation. */
function writes(operation: Operation, on: Steps, status: JsonObject): CallStep[] {
  const { edit, patch } = otherSpec(on);
  const plain = writeStatus(operation, on, status, [edit], patch);
  if (operation.verb === 'replaceStatus') return [plain];
  const operations = [
    { op: 'add', path: '/status', value: status },
    { op: 'replace', path: edit.set, value: edit.to },
  ];
  return [
    plain,
    { ...plain, contentType: STRATEGIC_MERGE_PATCH_TYPE },
    on.patchStatus('{{a}}', operations, { contentType: JSON_PATCH_TYPE }),
  ];
}

/** In its own cases only the spec differs, and a server must ignore it: that is no reason for a refusal. */
function* check(history: History): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'replaceStatus', 'patchStatus')) {
    if (sentFor(exchange, rule.id) && foundWrong(exchange))
      yield violated(
        exchange,
        'success, and the spec ignored',
        responseOf(exchange),
        `a ${exchange.call.verb} with a spec is refused`,
      );
  }
  yield* judgeOutcomes(history, ['replaceStatus', 'patchStatus'], ({ before, write }) => ({
    shape: write.verb,
    wrong: ({ content }) => {
      const [changed] = differences(before.content, content, { schema: write.resource.schema, ignore: NOT_AT_ISSUE });
      return changed === undefined
        ? undefined
        : {
            expected: `${changed.path} ${show(changed.expected)}, as before`,
            actual: show(changed.actual),
            cause: `${changed.path} changes`,
          };
    },
  }));
}
