import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { stateBefore } from '../../checks/fresh-reads.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { at, textAt } from '../../oracle/json.ts';
import { jsonPatched } from '../../oracle/merge/json-patch.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc, minimalObject, resourceOf, stepsOn, writeAndRead } from '../cases.ts';
import { callsOf, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, Json, Rule, Template } from '../rule.ts';
import { PATCHES } from './patch-cases.ts';

/** Labels: one whose name a pointer must escape, and one that equals such an escape decoded wrongly. */
const LABELS = { a: '1', 'example.com/b': '2' } as const;

const REMOVE_ABSENT = ['remove what is absent', { op: 'remove', path: '/metadata/labels/absent' }] as const;

/** Impossible operations on an object with those labels, with a description. */
const IMPOSSIBLE: readonly (readonly [what: string, operation: Template])[] = [
  ['test what is absent', { op: 'test', path: '/metadata/labels/absent', value: '1' }],
  ['test another value', { op: 'test', path: '/metadata/labels/a', value: '2' }],
  ['test another type', { op: 'test', path: '/metadata/labels/a', value: 1 }],
  ['test an object with more', { op: 'test', path: '/metadata/labels', value: { a: '1' } }],
  ['add where no parent is', { op: 'add', path: '/metadata/labels/absent/deeper', value: '1' }],
  ['move what is absent', { op: 'move', from: '/metadata/labels/absent', path: '/metadata/labels/c' }],
  ['move into itself', { op: 'move', from: '/metadata/labels', path: '/metadata/labels/inner' }],
  ['copy what is absent', { op: 'copy', from: '/metadata/labels/absent', path: '/metadata/labels/c' }],
  ['undo an escape twice', { op: 'remove', path: '/metadata/labels/example.com~01b' }],
  ['leave a slash as it is', { op: 'remove', path: '/metadata/labels/example.com/b' }],
  ['take a prefix for the name', { op: 'remove', path: '/metadata/labels/example.com' }],
];

const REPLACE_ABSENT = [
  'replace what is absent',
  { op: 'replace', path: '/metadata/labels/absent', value: '1' },
] as const;

/**
 * The operations that come first, because after a refusal with 500 nobody knows the state of the object that the next
 * patch meets. The patch library of the real system may carry out the second one.
 */
function firstOf(choices: DialectChoices): readonly (readonly [what: string, operation: Template])[] {
  return isAsInTheRfc(choices) ? [REPLACE_ABSENT, REMOVE_ABSENT] : [REMOVE_ABSENT, REPLACE_ABSENT];
}

/**
 * Impossible operations that the patch library of the real system of that era carries out. It ends at a test for null of
 * a member that exists, so the tested one is none that another operation may have made.
 */
const IMPOSSIBLE_BY_THE_RFC: readonly (readonly [what: string, operation: Template])[] = [
  ['test what is absent for null', { op: 'test', path: '/metadata/labels/never-made', value: null }],
  ['add no value', { op: 'add', path: '/metadata/labels/c' }],
  ['copy to where no parent is', { op: 'copy', from: '/metadata/labels/a', path: '/metadata/labels/absent/deeper' }],
];

/** The list at `args`. No operation below is possible on it. */
const ARGS = ['x', 'y'] as const;

/**
 * Impossible operations on that list, with a description (RFC 6901: an index has no leading zeros, and `-` names no
 * existing element).
 */
function impossibleOn(args: string): readonly (readonly [what: string, operation: Template])[] {
  return [
    ['add at a name', { op: 'add', path: `${args}/x`, value: 'z' }],
    ['remove at the end', { op: 'remove', path: `${args}/2` }],
    ['remove what is after the last', { op: 'remove', path: `${args}/-` }],
    ['test what is after the last', { op: 'test', path: `${args}/-`, value: ARGS.at(-1) ?? '' }],
    ['replace at the end', { op: 'replace', path: `${args}/2`, value: 'z' }],
    ['replace at an index with leading zeros', { op: 'replace', path: `${args}/01`, value: 'z' }],
    ['test a list in another order', { op: 'test', path: args, value: ARGS.toReversed() }],
    ['test the beginning of a list', { op: 'test', path: args, value: ARGS.slice(0, 1) }],
  ];
}

/**
 * Impossible indexes that crash the real system of that era: beyond the end, with a sign, or with more than digits (RFC
 * 6902, section 4.1; RFC 6901, section 4).
 */
function indexesOn(args: string): readonly (readonly [what: string, operation: Template])[] {
  return [
    ['add beyond the end', { op: 'add', path: `${args}/3`, value: 'z' }],
    ['remove at a negative index', { op: 'remove', path: `${args}/-1` }],
    ['replace at a negative index', { op: 'replace', path: `${args}/-1`, value: 'z' }],
    ['replace at an index with a letter', { op: 'replace', path: `${args}/1a`, value: 'z' }],
  ];
}

export const rule: Rule = {
  id: 'patch/impossible-operation-is-refused',
  level: 'must',
  title:
    'A JSON patch is refused as a whole and leaves no trace if one of its operations cannot be carried out on the result of those before it.',
  cites: ['media-types.patch.1', 'other-shapes.patch', 'semantics.4.1'],
  operations: PATCHES,
  needs: ['create', 'get'],
  cases: (operation, choices) => {
    const on = stepsOn(resourceOf(operation));
    const { template } = MUTABLE[on.resource.kind];
    const args = template === undefined ? undefined : pointer([...template, 'spec', 'containers', 0, 'args']);
    const plain = { ...minimalObject(on.maker, '{{a}}'), metadata: { name: '{{a}}', labels: LABELS } };
    const object = args === undefined ? plain : { $edit: plain, with: [{ set: args, to: ARGS }] };
    const ofTheRfc = isAsInTheRfc(choices) ? IMPOSSIBLE_BY_THE_RFC : [];
    const onArgs = args === undefined ? [] : impossibleOn(args);
    const indexes = args === undefined || !isAsInTheRfc(choices) ? [] : indexesOn(args);
    const operations = [...IMPOSSIBLE, ...ofTheRfc, ...onArgs, ...indexes];
    const possible = { op: 'add', path: '/metadata/labels/before', value: 'yes' };
    const json = { contentType: JSON_PATCH_TYPE };
    // One after the other on one object: each leaves it as it was. At the end the object has no labels to add to.
    return fc
      .shuffledSubarray(operations, { minLength: operations.length })
      .map((all) =>
        writeAndRead(
          on,
          object,
          [
            ...[...firstOf(choices), ...all].flatMap(([, impossible]) => [
              on.patch('{{a}}', [possible, impossible], json),
              on.get('{{a}}'),
            ]),
            on.patch('{{a}}', { metadata: { labels: null } }),
            on.patch('{{a}}', [possible], json),
          ],
          0,
        ),
      );
  },
  check,
  least: 1,
};

/** Members that only clients write, and whose form is the same in every response. */
const SETTLED = /^\/(kind|metadata\/(name|labels))(\/|$)/;
/** Also a list that is never merged and has no default; the patch library of the real system reads other indexes. */
const SETTLED_LIST = /^\/spec\/(.*\/)?containers\/0\/args(\/|$)/;

function* check(history: History, context: CheckContext): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    const patch = exchange.request.body?.value;
    if (
      requestType(exchange) !== JSON_PATCH_TYPE ||
      !Array.isArray(patch) ||
      !(patch as readonly Json[]).every((operation) => isSettled(operation, context))
    )
      continue;
    const key = keyCalled(exchange);
    const before = stateBefore(observed, key, exchange);
    if (before === undefined || !('refused' in jsonPatched(before.content, patch))) continue;
    const last = (patch as readonly Json[]).at(-1);
    yield* judgeRefusal(history, {
      exchange,
      key,
      what: 'a JSON patch that cannot be carried out',
      shape: `${textAt(last, 'op') ?? ''} ${textAt(last, 'path') ?? ''}`,
      tracedBy: 'an operation before it',
    });
  }
}

/**
 * Whether the outcome of an operation is settled: the dialect's servers support it, and it is on members that only
 * clients write.
 */
function isSettled(operation: Json, { choices }: CheckContext): boolean {
  const [op, path, from] = ['op', 'path', 'from'].map((member) => textAt(operation, member));
  const asInTheRfc = isAsInTheRfc(choices);
  const settled = (pointed: string): boolean => SETTLED.test(pointed) || (asInTheRfc && SETTLED_LIST.test(pointed));
  if (op === undefined || path === undefined || !settled(path) || (from !== undefined && !settled(from))) return false;
  const needsTheRfc = op === 'copy' || op === 'replace' || (op !== 'remove' && op !== 'move' && hasNoValue(operation));
  return asInTheRfc || !needsTheRfc;
}

function isAsInTheRfc(choices: DialectChoices): boolean {
  return choices['patch.json-operations'] === 'all-six';
}

function hasNoValue(operation: Json): boolean {
  return (at(operation, 'value') ?? null) === null;
}
