import { judgeReplaced } from '../../checks/write/replaced.ts';
import { changeOf } from '../../generators/changes.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import type { Json } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Edit } from '../../program/program.ts';
import {
  fc,
  minimalObject,
  inTurn,
  objectOf,
  operationsOf,
  resourceOf,
  stepsOn,
  edited,
  writeAndRead,
} from '../cases.ts';
import { TWO_INIT_CONTAINERS } from '../init-containers.ts';
import { TWO_OF_EACH } from '../ordered-lists.ts';
import type { CheckContext, Finding, History, Resource, Rule } from '../rule.ts';

const WHOLE_MAPS: readonly (readonly Edit[])[] = [
  [],
  [{ remove: '/metadata/labels' }, { set: '/metadata/annotations', to: { only: 'this' } }],
  [{ set: '/metadata/labels', to: { only: 'this' } }, { remove: '/metadata/annotations' }],
];

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
      ? [[{ remove: '/data' }]]
      : [];
    const lists = listsOfTemplate(on.resource);
    const listed = lists.map(({ path, value }): Edit => ({ set: pointer(path), to: value }));
    const withoutLists = lists.length === 0 ? [] : [lists.map(({ path }): Edit => ({ remove: pointer(path) }))];
    return fc
      .tuple(
        objectOf(on.maker),
        changeOf(on.resource),
        inTurn(...WHOLE_MAPS),
        inTurn<readonly Edit[]>(...withoutLists, [], ...withoutData, ...reordered(on.resource)),
      )
      .map(([object, edits, maps, missing]) => [
        ...bare,
        ...writeAndRead(
          on,
          { $edit: object, with: listed },
          [on.replace('{{a}}', edited('read', [...edits, ...maps, ...missing]))],
          0,
        ),
      ]);
  },
  check: (history: History, context: CheckContext): Iterable<Finding> => judgeReplaced(history, context),
};

/** Lists of the pod template that a PUT can lack. */
function listsOfTemplate({ kind }: Resource): readonly { readonly path: readonly string[]; readonly value: Json }[] {
  const { template } = MUTABLE[kind];
  if (template === undefined) return [];
  const spec = [...template, 'spec'];
  const ofContainer = Object.entries({ ...TWO_OF_EACH, env: [{ name: 'GONE', value: 'gone' }] });
  return [
    ...ofContainer.map(([list, value]) => ({ path: [...spec, 'containers', '0', list], value })),
    { path: [...spec, 'imagePullSecrets'], value: [{ name: 'pull' }] },
    { path: [...spec, 'hostAliases'], value: [{ ip: '192.0.2.1', hostnames: ['gone'] }] },
    { path: [...spec, 'initContainers'], value: TWO_INIT_CONTAINERS },
  ];
}

/** A PUT that changes only the order of the init containers and of lists whose order counts in a container. */
function reordered({ kind }: Resource): readonly (readonly Edit[])[] {
  const { template } = MUTABLE[kind];
  return template === undefined
    ? []
    : [
        [
          { set: pointer([...template, 'spec', 'initContainers']), to: TWO_INIT_CONTAINERS.toReversed() },
          ...Object.entries(TWO_OF_EACH).map(([list, two]) => ({
            set: pointer([...template, 'spec', 'containers', '0', list]),
            to: two.toReversed(),
          })),
        ],
      ];
}
