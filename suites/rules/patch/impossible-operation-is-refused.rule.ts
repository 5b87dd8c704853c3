import * as fc from 'fast-check';
import { callsOf } from '../../checks/answers.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { stateBefore } from '../../checks/looks.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { mediaTypeOf } from '../../checks/patched.ts';
import type { Template } from '../../drivers/program.ts';
import { minimalObject } from '../../generators/minimal-objects.ts';
import type { History } from '../../oracle/history.ts';
import type { Json } from '../../oracle/json.ts';
import { textAt } from '../../oracle/json.ts';
import { jsonPatched } from '../../oracle/merge/json-patch.ts';
import { keyOf, worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { JSON_PATCH, resourceOf, stepsOn } from '../steps.ts';
import { writeAndLook } from '../write-and-look.ts';
import { PATCHES } from './patch-cases.ts';

/** Labels of which one has a name that a pointer must escape, and one that looks like such an escape wrongly undone. */
const LABELS = { a: '1', 'example.com/b': '2' } as const;

/** Operations that cannot be carried out on an object with those labels, in words. */
const IMPOSSIBLE: readonly (readonly [what: string, operation: Template])[] = [
  ['remove what is absent', { op: 'remove', path: '/metadata/labels/absent' }],
  ['test what is absent', { op: 'test', path: '/metadata/labels/absent', value: '1' }],
  ['test another value', { op: 'test', path: '/metadata/labels/a', value: '2' }],
  ['test another type', { op: 'test', path: '/metadata/labels/a', value: 1 }],
  ['test an object with more', { op: 'test', path: '/metadata/labels', value: { a: '1' } }],
  ['add where no parent is', { op: 'add', path: '/metadata/labels/absent/deeper', value: '1' }],
  ['move what is absent', { op: 'move', from: '/metadata/labels/absent', path: '/metadata/labels/c' }],
  ['move into itself', { op: 'move', from: '/metadata/labels', path: '/metadata/labels/inner' }],
  ['copy what is absent', { op: 'copy', from: '/metadata/labels/absent', path: '/metadata/labels/c' }],
  ['replace what is absent', { op: 'replace', path: '/metadata/labels/absent', value: '1' }],
  ['undo an escape twice', { op: 'remove', path: '/metadata/labels/example.com~01b' }],
  ['leave a slash as it is', { op: 'remove', path: '/metadata/labels/example.com/b' }],
  ['take a prefix for the name', { op: 'remove', path: '/metadata/labels/example.com' }],
];

export const rule: Rule = {
  id: 'patch/impossible-operation-is-refused',
  level: 'must',
  title: 'A JSON patch with an operation that cannot be carried out where it stands is refused as a whole, and leaves no trace.',
  cites: ['media-types.patch.1', 'other-shapes.patch', 'semantics.4.1'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const object = { ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', labels: LABELS } };
    const possible = { op: 'add', path: '/metadata/labels/before', value: 'yes' };
    // One after the other on one object: each leaves it as it was.
    return fc.shuffledSubarray([...IMPOSSIBLE], { minLength: IMPOSSIBLE.length }).map((all) => writeAndLook(on, object, all.flatMap(([, impossible]) => [on.patch('{{a}}', [possible, impossible], { contentType: JSON_PATCH }), on.get('{{a}}')]), 0));
  },
  check,
  least: 1,
};

/** Members that nobody but clients writes, and whose form is the same in every answer. */
const SETTLED = /^\/(kind|metadata\/(name|labels))(\/|$)/;

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    const patch = exchange.request.body?.value;
    if (mediaTypeOf({ exchange }) !== JSON_PATCH || !Array.isArray(patch) || !(patch as readonly Json[]).every((operation) => isSettled(operation, context))) continue;
    const key = keyOf(exchange.call.resource, exchange.call.namespace, exchange.call.name ?? '');
    const before = stateBefore(world, key, exchange);
    if (before === undefined || !('refused' in jsonPatched(before.content, patch))) continue;
    const last = (patch as readonly Json[]).at(-1);
    yield* judgeRefusal(history, context, { exchange, key, what: 'a JSON patch that cannot be carried out', shape: `${textAt(last, 'op') ?? ''} ${textAt(last, 'path') ?? ''}` });
  }
}

/** Whether what an operation comes to is settled: it is one that the dialect's servers have, on what clients alone write. */
function isSettled(operation: Json, { answers }: CheckContext): boolean {
  const [op, path, from] = ['op', 'path', 'from'].map((member) => textAt(operation, member));
  if (op === undefined || path === undefined || !SETTLED.test(path) || (from !== undefined && !SETTLED.test(from))) return false;
  return answers['patch.json-operations'] === 'all-six' || (op !== 'copy' && op !== 'replace');
}
