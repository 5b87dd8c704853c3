import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { judgeMergedLists, mergedListsOf } from '../../checks/patch/merged-lists.ts';
import { judgeRefusedWrites } from '../../checks/write/refused-writes.ts';
import { MUTABLE } from '../../generators/mutable-members.ts';
import { at, textAt } from '../../oracle/json.ts';
import { edited, fc, minimalObject, operationsOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import type { CheckContext, Finding, History, Json, Program, Resource, Rule, Template } from '../rule.ts';

const OF_POD_SPECS = ['containers', 'initContainers', 'hostAliases', 'imagePullSecrets', 'volumes'];
const OF_CONTAINERS = ['env', 'ports', 'volumeMounts'];

export const rule: Rule = {
  id: 'patch/lists-are-merged-by-their-keys',
  level: 'must',
  title:
    'A strategic merge patch merges each list of a pod template by the key of its table: named elements change, others stay, new ones are added.',
  cites: [
    'container.env.1',
    'container.ports.2',
    'container.volume-mounts.1',
    'pod-spec.containers.3',
    'pod-spec.init-containers.6',
    'pod-spec.host-aliases.3',
    'pod-spec.image-pull-secrets.2',
    'pod-spec.volumes.1',
    'semantics.4.2',
    'semantics.4.3',
  ],
  operations: operationsOf(['patch'], ({ kind }) => MUTABLE[kind].template !== undefined),
  needs: ['create', 'get'],
  cases: (operation) => fc.constant(mergeEach(stepsOn(resourceOf(operation)))),
  check,
  least: 1,
};

const CONTAINER: Template = {
  name: 'c',
  image: 'x:1',
  env: [
    { name: 'KEPT', value: 'kept' },
    { name: 'CHANGED', value: 'before' },
  ],
  ports: [
    { containerPort: 80, name: 'kept' },
    { containerPort: 81, name: 'before', protocol: 'UDP' },
  ],
  volumeMounts: [
    { name: 'kept', mountPath: '/kept' },
    { name: 'kept', mountPath: '/changed' },
  ],
};

const POD_SPEC = {
  containers: [CONTAINER],
  initContainers: [
    { name: 'init-kept', image: 'x:1' },
    { name: 'init-changed', image: 'x:1' },
  ],
  hostAliases: [{ ip: '192.0.2.1', hostnames: ['kept'] }],
  imagePullSecrets: [{ name: 'kept' }],
  volumes: [{ name: 'kept', emptyDir: {} }],
};

/** Changes the lists of the only container. */
const CONTAINER_PATCH: Template = {
  containers: [
    {
      name: 'c',
      env: [
        { name: 'CHANGED', value: 'after' },
        { name: 'ADDED', value: 'added' },
      ],
      ports: [
        { containerPort: 81, name: 'after' },
        { containerPort: 82, name: 'added' },
      ],
      volumeMounts: [
        { mountPath: '/changed', name: 'kept', readOnly: true },
        { mountPath: '/added', name: 'kept' },
      ],
    },
  ],
};

const POD_SPEC_PATCH: Template = {
  containers: [
    { name: 'c', image: 'x:2' },
    { name: 'added', image: 'x:3' },
  ],
  initContainers: [
    { name: 'init-changed', image: 'x:2' },
    { name: 'init-added', image: 'x:3' },
  ],
  hostAliases: [{ ip: '192.0.2.2', hostnames: ['added'] }],
  imagePullSecrets: [{ name: 'added' }],
  volumes: [{ name: 'added', emptyDir: {} }],
};

/**
 * Each list gets elements that stay, change and are new: first the lists of the only container, then those of the
 * pod spec.
 */
function mergeEach(on: Steps): Program {
  const template = templateOf(on.resource);
  const make = Object.entries(POD_SPEC).map(([member, to]) => ({
    set: ['', ...template, 'spec', member].join('/'),
    to,
  }));
  const patch = (podSpec: Template): Program => [
    on.patch(
      '{{a}}',
      [...template, 'spec'].reduceRight<Template>((inner, name) => ({ [name]: inner }), podSpec),
      { contentType: STRATEGIC_MERGE_PATCH_TYPE },
    ),
    on.get('{{a}}', { as: 'read' }),
  ];
  return [
    on.create(minimalObject(on.maker, '{{a}}')),
    on.get('{{a}}', { as: 'read' }),
    on.replace('{{a}}', edited('read', make)),
    on.get('{{a}}'),
    ...patch(CONTAINER_PATCH),
    ...patch(POD_SPEC_PATCH),
  ];
}

function templateOf({ kind }: Resource): readonly string[] {
  return MUTABLE[kind].template ?? [];
}

function* check(history: History, { choices }: CheckContext): Iterable<Finding> {
  yield* judgeRefusedWrites(history, rule.id, 'success: the merged pod template is legal');
  yield* judgeMergedLists(history, 'patch', ({ write: { resource }, exchange, before }) => {
    if (MUTABLE[resource.kind].template === undefined) return [];
    const spec = [...templateOf(resource), 'spec'];
    const members = OF_POD_SPECS.filter(
      (member) => member !== 'initContainers' || choices['pod.init-containers'] === 'spec',
    );
    const ofPodSpec = mergedListsOf('core/v1.PodSpec', members, spec);
    const onlyContainer =
      soleName(before.content, spec) !== undefined &&
      soleName(before.content, spec) === soleName(exchange.request.body?.value, spec);
    return onlyContainer
      ? [...ofPodSpec, ...mergedListsOf('core/v1.Container', OF_CONTAINERS, [...spec, 'containers', 0])]
      : ofPodSpec;
  });
}

/** The name of the container if there is only one: the order of several merged containers is left open. */
function soleName(object: Json | undefined, spec: readonly string[]): string | undefined {
  const containers = at(object, ...spec, 'containers');
  return Array.isArray(containers) && containers.length === 1
    ? textAt(containers as readonly Json[], 0, 'name')
    : undefined;
}
