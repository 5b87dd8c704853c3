import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { failingPatchFor, failingTests } from '../../generators/patches.ts';
import { statusOf } from '../../generators/statuses.ts';
import { differences } from '../../oracle/values/comparison.ts';
import { pathOf } from '../../oracle/values/json-pointer.ts';
import { at, textAt } from '../../oracle/json.ts';
import { sentFor } from '../../oracle/exchanges/sent-for.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, inTurn, minimalObject, objectOf, readAfterEach, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { callsOf, keyCalled } from '../judging.ts';
import type { Finding, History, Json, Rule, Template } from '../rule.ts';
import { ALL_PATCHES } from './patch-cases.ts';

/** The label is a text. */
const NO_NUMBER = { op: 'test', path: '/metadata/labels/digits', value: 5 } as const;

export const rule: Rule = {
  id: 'patch/failing-test-leaves-no-trace',
  level: 'must',
  impact: 'data',
  negative: true,
  title: 'A JSON patch with a test that fails is refused, and the server carries out none of its other operations.',
  cites: ['semantics.4.1', 'media-types.patch.1'],
  operations: ALL_PATCHES,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const json = { contentType: JSON_PATCH_TYPE };
    if (operation.verb === 'patchStatus')
      return fc
        .tuple(statusOf(on.resource), inTurn(...failingTests()))
        .map(([status, test]) =>
          writeAndRead(
            on,
            minimalObject(on.maker, '{{a}}'),
            [on.patchStatus('{{a}}', [{ op: 'add', path: '/status', value: status }, ...test], json)],
            0,
          ),
        );
    const tests = [...failingTests(MUTABLE[on.resource.kind].template), [NO_NUMBER]];
    const each = tests.map((test) => on.patch('{{b}}', [...test], json));
    return objectOf(on.maker)
      .chain((object) => fc.tuple(fc.constant(object), failingPatchFor(on.resource, object)))
      .map(([object, { body }]) => [
        ...writeAndRead(on, object, [on.patch('{{a}}', body as Template, json)], 0),
        on.create({ $edit: minimalObject(on.maker, '{{b}}'), with: [{ set: '/metadata/labels/digits', to: '5' }] }),
        on.get('{{b}}'),
        ...readAfterEach(on, '{{b}}', each),
        // A server may keep what it refused for the next write.
        on.patch('{{b}}', { metadata: { annotations: { next: 'write' } } }),
        on.get('{{b}}'),
      ]);
  },
  check,
  least: 3,
};

/** Members that no operation of a patch changes. */
const FIXED: ReadonlySet<string> = new Set(['/kind', '/metadata/name', '/metadata/uid', '/metadata/resourceVersion']);

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch', 'patchStatus')) {
    const patch = exchange.request.body?.value;
    const key = keyCalled(exchange);
    const before = stateBefore(observed, key, exchange);
    if (
      !Array.isArray(patch) ||
      before === undefined ||
      patch.some((operation) => FIXED.has(textAt(operation, 'path') ?? '') && textAt(operation, 'op') !== 'test')
    )
      continue;
    const isOwnTest = sentFor(exchange, rule.id) && patch.every((operation) => textAt(operation, 'op') === 'test');
    const fails = patch.some((operation, index) => {
      const path = textAt(operation, 'path') ?? '';
      if (textAt(operation, 'op') !== 'test') return false;
      const there =
        isOwnTest || FIXED.has(path) ? at(before.content, ...(pathOf(path) ?? [])) : justAdded(patch[index - 1], path);
      return there !== undefined && differences(there, at(operation, 'value')).length > 0;
    });
    if (fails)
      yield* judgeRefusal(history, {
        exchange,
        key,
        what: 'a JSON patch whose test fails',
        shape: patch.length === 1 ? 'nothing but a test' : 'after other operations',
      });
  }
}

/** The value at the path after that operation, if it has added it there; a path that ends in `-` names no element. */
function justAdded(operation: Json | undefined, path: string): Json | undefined {
  const isAdded = textAt(operation, 'op') === 'add' && textAt(operation, 'path') === path && !path.endsWith('/-');
  return isAdded ? at(operation, 'value') : undefined;
}
