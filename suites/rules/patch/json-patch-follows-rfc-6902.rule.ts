import { distinctChange } from '../../generators/changes.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeOwnPatches } from '../../checks/patch/own-patches.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { minimalObject, NOWHERE, readAfterEach, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { TWO_INIT_CONTAINERS } from '../init-containers.ts';
import type { CheckContext, Finding, History, Operation, Program, Resource, Rule, Template, Step } from '../rule.ts';
import { MARKUP, formsOfTheRfc, PATCHES, REFILL, patchCases, withAwkwardPatches } from './patch-cases.ts';

export const rule: Rule = {
  id: 'patch/json-patch-follows-rfc-6902',
  level: 'must',
  title: 'A JSON patch carries out its operations in order, with pointers unescaped.',
  cites: ['semantics.4.1', 'media-types.patch.1', 'other-shapes.patch'],
  operations: PATCHES,
  cases: (operation, choices) =>
    withAwkwardPatches(operation, 'json', patchCases(operation, 'json')).map((program) => [
      ...program,
      ...everyOperation(operation, choices),
      ...onMaps(stepsOn(resourceOf(operation))),
    ]),
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeOwnPatches(rule.id, history, context, JSON_PATCH_TYPE),
  least: 6,
};

/**
 * Patches that empty a map and refill it, and that change the entry `-` of a map: the index after the last is one of
 * lists. No sentence says that the key is legal; if the create is refused, no patch finds its object.
 */
function onMaps(on: Steps): Program {
  const dash = '/data/-';
  const value = { ConfigMap: 'text', Secret: 'dGV4dA==' }[on.resource.kind as string];
  const patched = (name: string, object: Template, patches: readonly Template[][]): Program => [
    on.create(object),
    on.get(name),
    ...readAfterEach(
      on,
      name,
      patches.map((each) => on.patch(name, each, { contentType: JSON_PATCH_TYPE })),
    ),
  ];
  const noted = { ...minimalObject(on.maker, '{{m}}'), metadata: { name: '{{m}}', annotations: MARKUP } };
  if (value === undefined) return patched('{{m}}', noted, [REFILL]);
  const dashed = { ...minimalObject(on.maker, '{{n}}'), data: { '-': value, a: value } };
  return [
    ...patched('{{m}}', noted, [REFILL]),
    ...patched('{{n}}', dashed, [[{ op: 'remove', path: dash }], [{ op: 'add', path: dash, value }]]),
  ];
}

const LABELS = { a: '1', 'example.com/b': '2', c: '3', d: '4' } as const;

/** Every operation, on labels and, if the kind has a mutable template, on a list and on numbers and objects in it. */
function everyOperation(operation: Operation, choices: DialectChoices): Program {
  const asInTheRfc = choices['patch.json-operations'] === 'all-six';
  const on = stepsOn(resourceOf(operation));
  const { template } = MUTABLE[on.resource.kind];
  const object = {
    ...minimalObject(on.maker, '{{b}}'),
    metadata: { name: '{{b}}', labels: LABELS, annotations: MARKUP },
  };
  const label = (name: string): string => `/metadata/labels/${name}`;
  const onLabels: Template[] = [
    { op: 'test', path: '/metadata/uid', value: { $from: 'read', at: '/metadata/uid' } },
    { op: 'test', path: label('example.com~1b'), value: '2' },
    { op: 'move', from: label('example.com~1b'), path: label('example.com~1moved') },
    { op: 'test', path: label('example.com~1moved'), value: '2' },
    { op: 'add', path: label('new'), value: 'n' },
    { op: 'replace', path: label('a'), value: '' },
    { op: 'replace', path: label('d'), value: '' },
    { op: 'remove', path: label('c') },
    ...(asInTheRfc ? formsOfTheRfc() : []),
  ];
  const spec = template === undefined ? undefined : ['', ...template, 'spec'].join('/');
  const patch =
    spec === undefined ? onLabels : [...onLabels, ...onLists(spec), ...(asInTheRfc ? onTheCopyOfAList(spec) : [])];
  // The default comes back.
  const removed: Template[] = on.resource.kind === 'Deployment' ? [{ op: 'remove', path: '/spec/replicas' }] : [];
  // In a patch of their own, because a server that takes keys for indexes may refuse the whole patch.
  const digits: Template[] = [
    { op: 'add', path: label('0'), value: 'digit' },
    { op: 'replace', path: label('0'), value: 'digit-of-a-map' },
  ];
  const inits = template === undefined ? undefined : ['', ...template, 'spec', 'initContainers'].join('/');
  const moves: Template[][] =
    inits === undefined || choices['pod.init-containers'] !== 'spec'
      ? []
      : [
          [{ op: 'add', path: inits, value: TWO_INIT_CONTAINERS }],
          [{ op: 'move', from: `${inits}/1`, path: `${inits}/0` }],
        ];
  const patched = (each: Template[]): Step => on.patch('{{b}}', each, { contentType: JSON_PATCH_TYPE });
  // Others may write members that a write cannot remove, so each value is what a read just showed.
  const wholes = asInTheRfc
    ? ofTheWhole(on.resource).flatMap((each) => [on.get('{{b}}', { as: 'read' }), patched(each)])
    : [];
  // The order of the members of an object counts nowhere: one of the two tests has another than the stored object.
  const orders = [
    { disk: 'ssd', ...NOWHERE },
    { ...NOWHERE, disk: 'ssd' },
  ];
  const tests: Template[][] =
    spec === undefined ? [] : [orders.map((value) => ({ op: 'test', path: `${spec}/nodeSelector`, value }))];
  // The stored list, not one that the same patch adds.
  const forward: Template[][] = spec === undefined ? [] : [[moveForward(spec)]];
  // A server may keep what it refuses for the next write. After a refused write, no refusal counts: so these come last.
  const refused: Template[][] = [
    [
      { op: 'add', path: label('never'), value: 'yes' },
      { op: 'test', path: label('a'), value: 'never' },
    ],
    [{ op: 'add', path: label('later'), value: 'yes' }],
  ];
  const patches = readAfterEach(
    on,
    '{{b}}',
    [[...patch, ...removed], ...forward, ...tests, digits, ...moves].map(patched),
  );
  return [
    on.create(object),
    on.get('{{b}}', { as: 'read' }),
    ...patches,
    ...wholes,
    on.get('{{b}}'),
    ...readAfterEach(on, '{{b}}', refused.map(patched)),
  ];
}

/** Moves an element to a later index, which counts once the element is out. */
function moveForward(spec: string): Template {
  return { op: 'move', from: `${spec}/containers/0/args/0`, path: `${spec}/containers/0/args/2` };
}

/** Patches whose path is empty, which names the whole object. A version in the value could be a condition. */
function ofTheWhole(resource: Resource): Template[][] {
  const whole = (text: string): Template => ({
    $edit: { $from: 'read' },
    with: [{ remove: '/metadata/resourceVersion' }, ...distinctChange(resource, text)],
  });
  return [
    [
      { op: 'replace', path: '', value: whole('replaced') },
      { op: 'test', path: '', value: whole('replaced') },
    ],
    [{ op: 'add', path: '', value: whole('added') }],
  ];
}

/**
 * Copies a list and changes the copy, which must leave the original alone. Copies and moves an element of one list to
 * an index of the other, where it is inserted.
 */
function onTheCopyOfAList(spec: string): Template[] {
  const [args, command] = [`${spec}/containers/0/args`, `${spec}/containers/0/command`];
  return [
    { op: 'copy', from: args, path: command },
    { op: 'add', path: `${command}/-`, value: 'of-the-copy' },
    { op: 'copy', from: `${args}/2`, path: `${command}/1` },
    { op: 'move', from: `${command}/4`, path: `${args}/0` },
  ];
}

/**
 * Inserts, appends, moves, replaces and removes elements; tests lists, objects in any order of members, numbers and
 * flags; empties a list; and adds a container, which has the defaults of one.
 */
function onLists(spec: string): Template[] {
  const args = `${spec}/containers/0/args`;
  return [
    { op: 'add', path: args, value: ['p', 'q', 'r', 's'] },
    { op: 'remove', path: `${args}/0` },
    { op: 'remove', path: `${args}/1` },
    { op: 'test', path: args, value: ['q', 's'] },
    { op: 'add', path: args, value: ['x', 'z'] },
    { op: 'add', path: `${args}/1`, value: 'y' },
    { op: 'add', path: `${args}/-`, value: 'last' },
    { op: 'test', path: args, value: ['x', 'y', 'z', 'last'] },
    { op: 'remove', path: `${args}/0` },
    moveForward(spec),
    { op: 'test', path: args, value: ['z', 'last', 'y'] },
    { op: 'add', path: `${spec}/terminationGracePeriodSeconds`, value: 31 },
    { op: 'test', path: `${spec}/terminationGracePeriodSeconds`, value: 31 },
    { op: 'replace', path: `${spec}/terminationGracePeriodSeconds`, value: 0 },
    { op: 'add', path: `${spec}/hostPID`, value: true },
    { op: 'test', path: `${spec}/hostPID`, value: true },
    { op: 'add', path: `${spec}/nodeSelector/disk`, value: 'ssd' },
    { op: 'test', path: `${spec}/nodeSelector`, value: { disk: 'ssd', ...NOWHERE } },
    { op: 'add', path: `${spec}/tolerations`, value: [{ key: 'k', operator: 'Exists' }] },
    { op: 'replace', path: `${spec}/tolerations/0`, value: { operator: 'Exists' } },
    { op: 'test', path: `${spec}/tolerations/0`, value: { operator: 'Exists' } },
    { op: 'replace', path: `${spec}/tolerations`, value: [] },
    { op: 'add', path: `${spec}/containers/-`, value: { name: 'added', image: 'x:latest' } },
  ];
}
