import { YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeReplaced } from '../../checks/write/replaced.ts';
import { changeOf, distinctChange } from '../../generators/changes.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { isObject, type Json } from '../../oracle/json.ts';
import { withProtobufRead } from '../../oracle/protobuf/with-protobuf-read.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Edit } from '../../program/program.ts';
import {
  fc,
  minimalObject,
  inTurn,
  objectOf,
  operationsOf,
  resourceOf,
  type Steps,
  stepsOn,
  edited,
  writeAndRead,
} from '../cases.ts';
import { awkwardNames, awkwardReplace } from '../awkward-contents.ts';
import { TWO_INIT_CONTAINERS } from '../init-containers.ts';
import { TWO_OF_EACH } from '../ordered-lists.ts';
import { PREFERS_PROTOBUF } from '../prefers-protobuf.ts';
import type { CheckContext, Finding, History, Program, Resource, Rule } from '../rule.ts';

const WHOLE_MAPS: readonly (readonly Edit[])[] = [
  [],
  [{ remove: '/metadata/labels' }, { set: '/metadata/annotations', to: { only: ' this\n' } }],
  [{ set: '/metadata/labels', to: { only: 'this' } }, { remove: '/metadata/annotations' }],
  [
    { set: '/metadata/labels', to: {} },
    { set: '/metadata/annotations', to: {} },
  ],
];

/** PUTs of which the second changes a text by a line break at its end alone. */
function blanksAlone(on: Steps): Program {
  const texts = ['/metadata/annotations/text', ...(on.resource.kind === 'ConfigMap' ? ['/data/text'] : [])];
  return ['a', 'a\n', 'a'].flatMap((to) => [
    on.get('{{a}}', { as: 'read' }),
    on.replace(
      '{{a}}',
      edited(
        'read',
        texts.map((set) => ({ set, to })),
      ),
    ),
  ]);
}

export const rule: Rule = {
  id: 'replace/replaces-the-whole-object',
  level: 'must',
  title: 'A PUT replaces the whole object: members that the body lacks are gone or at their default.',
  cites: ['semantics.1.1', 'what-the-service-does.1'],
  operations: operationsOf(['replace']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    // Each group-version may have defaults of its own, also for labels.
    const plain = { unlabelled: true } as const;
    const viewed = on.resource === on.maker ? [] : [on.createHere(minimalObject(on.resource, '{{ab}}'), plain)];
    const bare = [on.create(minimalObject(on.maker, '{{b}}'), plain), ...viewed];
    const withoutData: readonly (readonly Edit[])[] = MUTABLE[on.resource.kind].maps.some(
      ({ path }) => path[0] === 'data',
    )
      ? [[{ remove: '/data' }], [{ set: '/data', to: {} }]]
      : [];
    const lists = listsOf(on.resource);
    const listed = lists.map(({ path, value }): Edit => ({ set: pointer(path), to: value }));
    // An ingress may need its rules.
    const withoutLists =
      MUTABLE[on.resource.kind].template === undefined
        ? []
        : [lists.map(({ path }, index): Edit => (index % 2 === 0 ? { remove: pointer(path) } : emptied(path)))];
    return fc
      .tuple(
        objectOf(on.maker),
        changeOf(on.resource),
        inTurn(...WHOLE_MAPS),
        inTurn<readonly Edit[]>(...withoutLists, [], ...withoutData, ...reordered(on.resource)),
        inTurn<Program>(...awkwardNames(on).flatMap((name) => [awkwardReplace(on, name), []])),
      )
      .map(([object, edits, maps, missing, awkward]) => [
        ...bare,
        ...writeAndRead(
          on,
          { $edit: object, with: listed },
          [on.replace('{{a}}', edited('read', [...edits, ...maps, ...missing])), ...blanksAlone(on)],
          0,
        ),
        ...inOtherForms(on),
        ...(on.resource.kind === 'Event' ? rewrittenEvent(on) : []),
        ...awkward,
      ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> =>
    judgeReplaced(withProtobufRead(history), context),
};

/** PUTs whose responses are in YAML and, from a server that has it, in protobuf. */
function inOtherForms(on: Steps): Program {
  const name = '{{y}}';
  return [
    on.create(minimalObject(on.maker, name)),
    ...[YAML_TYPE, PREFERS_PROTOBUF].flatMap((accept, index) => [
      on.get(name, { as: `before-${index}` }),
      on.replace(name, edited(`before-${index}`, distinctChange(on.resource, `form-${index}`)), { accept }),
      on.get(name),
    ]),
  ];
}

/** A PUT that changes every member of an event but the object that it is about. */
function rewrittenEvent(on: Steps): Program {
  const name = '{{rewritten}}';
  const made = {
    firstTimestamp: '2017-01-02T03:04:05Z',
    lastTimestamp: '2017-01-02T03:04:05Z',
    count: 2,
    type: 'Normal',
  };
  const put = {
    firstTimestamp: '2017-01-01T00:00:00Z',
    lastTimestamp: '2017-01-01T00:00:00Z',
    count: 1,
    type: 'Warning',
  };
  const all = (members: Readonly<Record<string, Json>>, word: string): Edit[] =>
    Object.entries({ ...members, reason: word, message: word, source: { component: word, host: word } }).map(
      ([member, to]) => ({ set: `/${member}`, to }),
    );
  return [
    on.create({ $edit: minimalObject(on.maker, name), with: all(made, 'First') }),
    on.get(name, { as: 'first' }),
    on.replace(name, edited('first', all(put, 'Second'))),
    on.get(name),
  ];
}

interface List {
  readonly path: readonly string[];
  readonly value: readonly Json[];
}

const RULES: readonly Json[] = ['a', 'b'].map((name) => ({
  host: `${name}.example.com`,
  http: { paths: ['/a', '/'].map((path) => ({ path, backend: { serviceName: name, servicePort: 80 } })) },
}));

/** Lists whose order counts: those without a merge key, and init containers. */
function orderedLists({ kind }: Resource): readonly List[] {
  const { template } = MUTABLE[kind];
  if (kind === 'Ingress') return [{ path: ['spec', 'rules'], value: RULES }];
  if (template === undefined) return [];
  const spec = [...template, 'spec'];
  return [
    ...Object.entries(TWO_OF_EACH).map(([list, value]) => ({ path: [...spec, 'containers', '0', list], value })),
    { path: [...spec, 'tolerations'], value: [{ key: 'a', operator: 'Exists' }, { operator: 'Exists' }] },
    { path: [...spec, 'initContainers'], value: TWO_INIT_CONTAINERS },
  ];
}

/** Lists that the created object has, so a PUT can lack, empty or reorder them. */
function listsOf(resource: Resource): readonly List[] {
  const { template } = MUTABLE[resource.kind];
  const spec = [...(template ?? []), 'spec'];
  const keyed: readonly List[] = [
    { path: [...spec, 'containers', '0', 'env'], value: [{ name: 'GONE', value: 'gone' }] },
    { path: [...spec, 'imagePullSecrets'], value: [{ name: 'pull' }] },
    { path: [...spec, 'hostAliases'], value: [{ ip: '192.0.2.1', hostnames: ['gone'] }] },
  ];
  return [...orderedLists(resource), ...(template === undefined ? [] : keyed)];
}

function emptied(path: readonly string[]): Edit {
  return { set: pointer(path), to: [] };
}

/** A PUT that changes only the order of the lists. */
function reordered(resource: Resource): readonly (readonly Edit[])[] {
  const lists = orderedLists(resource);
  return lists.length === 0
    ? []
    : [lists.map(({ path, value }): Edit => ({ set: pointer(path), to: reversed(value) }))];
}

/** The lists in a value turned round. */
function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed).toReversed();
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, reversed(inner)]));
}
