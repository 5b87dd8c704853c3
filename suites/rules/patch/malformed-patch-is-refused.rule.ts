import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { isObject, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { inTurn, minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { callsOf, keyCalled } from '../judging.ts';
import type { CheckContext, Exchange, Finding, History, Rule } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

const MALFORMED: readonly (readonly [contentType: string, text: string])[] = [
  [MERGE_PATCH_TYPE, '{"metadata":'],
  [STRATEGIC_MERGE_PATCH_TYPE, '{"metadata":{"labels":{"a":"b"}}'],
  [JSON_PATCH_TYPE, '[{"op":"add","path":"/metadata/labels/a","value":"b"}'],
  [JSON_PATCH_TYPE, '[{"op":"overwrite","path":"/metadata/labels","value":{}}]'],
  [JSON_PATCH_TYPE, '[{"op":"remove","path":"/metadata/annotations/none-such/deeper"}]'],
  [STRATEGIC_MERGE_PATCH_TYPE, '["a"]'],
  [STRATEGIC_MERGE_PATCH_TYPE, '7'],
];

export const rule: Rule = {
  id: 'patch/malformed-patch-is-refused',
  level: 'must',
  negative: true,
  title: 'A patch that cannot be read, or whose operations cannot be carried out, is refused and leaves no trace.',
  cites: ['other-shapes.patch', 'media-types.patch.1'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    return inTurn(...MALFORMED).map(([contentType, text]) =>
      writeAndRead(on, minimalObject(on.maker, '{{a}}'), [on.patch('{{a}}', '', { text, contentType })], 0),
    );
  },
  check,
};

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    const key = keyCalled(exchange);
    const fault = faultOf(exchange, requestType(exchange), choices);
    if (fault !== undefined && stateBefore(observedStateOf(history), key, exchange) !== undefined)
      yield* judgeRefusal(history, { exchange, key, what: `a patch with ${fault}`, shape: fault });
  }
}

const OPERATIONS_OF_JSON_PATCH: ReadonlySet<string | undefined> = new Set([
  'add',
  'remove',
  'replace',
  'move',
  'copy',
  'test',
]);

/** The defect of a patch, if the patch alone shows it. In some dialects null is legal. */
function faultOf({ request: { body } }: Exchange, mediaType: string, choices: DialectChoices): string | undefined {
  if (body === undefined || body.text === '') return undefined;
  if (body.value === null && choices['patch.null-bodies'] !== 'refused') return undefined;
  if (body.value === undefined) return 'broken JSON';
  if (mediaType === STRATEGIC_MERGE_PATCH_TYPE) return isObject(body.value) ? undefined : 'no object';
  if (mediaType !== JSON_PATCH_TYPE) return undefined;
  if (!Array.isArray(body.value)) return 'no list';
  if (body.value.some((operation) => !OPERATIONS_OF_JSON_PATCH.has(textAt(operation, 'op'))))
    return 'an unknown operation';
  return body.value.some((operation) => (textAt(operation, 'path') ?? '').includes('none-such'))
    ? 'a path to nowhere'
    : undefined;
}
