import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, YAML_TYPE } from '../../spec/surface/media-types.ts';
import type { Kind, Resource } from '../../spec/surface/resources.ts';
import { distinctChange } from '../generators/changes.ts';
import { MUTABLE } from '../generators/mutable-members.ts';
import { nest } from '../generators/nest.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { pointer } from '../oracle/values/json-pointer.ts';
import type { Edit, NamespaceSlot, Program, QueryTemplate, Step, Template } from '../program/program.ts';
import { AT_ONCE } from '../program/at-once.ts';
import { PREFERS_PROTOBUF } from '../rules/prefers-protobuf.ts';
import { type Steps, stepsOn } from '../rules/steps.ts';
import { edited, versionOf } from '../rules/write-and-read.ts';

/** Where a story takes place: in a namespace, and beside one whose name begins with its name. */
interface Place {
  readonly on: Steps;
  readonly far: Steps;
  /** The name of a step's response: stories of several resources stand in one program. */
  readonly as: (name: string) => string;
}

type Story = (place: Place) => Program;

const JSON_PATCH = { contentType: JSON_PATCH_TYPE } as const;
/** Kinds whose status has conditions. */
const WITH_CONDITIONS: ReadonlySet<Kind> = new Set(['Pod', 'Deployment', 'ReplicaSet', 'Job']);
/** Fails on every object. */
const FAILING_TEST: Template = { op: 'test', path: '/metadata/name', value: 'another' };
const STRATEGIC = { contentType: STRATEGIC_MERGE_PATCH_TYPE } as const;
/** How long to wait for the last event of a watch, in milliseconds. */
const WAIT_MS = 3_000;
const HELD = ['tour.example/one', 'tour.example/two'] as const;

const make = (on: Steps, name: string, metadata: Readonly<Record<string, Template>> = {}): Step =>
  on.create({ $edit: minimalObject(on.maker, name), with: editsOf(metadata) });
/** Without any label, also those of the run. */
const makeBare = (on: Steps, name: string): Step => on.create(minimalObject(on.maker, name), { unlabelled: true });
const editsOf = (metadata: Readonly<Record<string, Template>>): Edit[] =>
  Object.entries(metadata).map(([member, to]) => ({ set: `/metadata/${member}`, to }));
const labels = (map: Readonly<Record<string, Template>>): Template => ({ metadata: { labels: map } });
const notes = (map: Readonly<Record<string, Template>>): Template => ({ metadata: { annotations: map } });

/** Reads an object, PUTs it with these edits, and reads it again. */
function put({ on, as }: Place, name: string, edits: readonly Edit[], unlabelled = false): Program {
  const read = as(`read ${name}`);
  return [
    on.get(name, { as: read }),
    on.replace(name, edited(read, edits), unlabelled ? { unlabelled: true } : {}),
    on.get(name),
  ];
}

const changed = ({ on }: Place, text: string): readonly Edit[] => distinctChange(on.resource, text);

/** Requests about a name that nobody has, and the same about the object that then has it. */
const fromNothing: Story = (place) => {
  const { on } = place;
  const name = '{{new}}';
  const byName: QueryTemplate = { fieldSelector: `metadata.name=${name}` };
  const reads = [
    on.get(name),
    on.get(name, { accept: YAML_TYPE }),
    on.list({ query: byName }),
    on.listAll({ query: byName }),
  ];
  return [
    ...reads,
    on.patch(name, labels({ early: 'yes' })),
    on.remove(name),
    make(on, name),
    ...reads,
    on.patch(name, labels({ early: 'no' })),
    ...put(place, name, changed(place, 'from-nothing')),
    on.remove(name),
    ...reads,
    make(on, name),
    ...reads,
  ];
};

/** Requests that must be refused, each before one like it that must not. */
const afterRefusals: Story = (place) => {
  const { on, as } = place;
  const name = '{{plain}}';
  return [
    make(on, '{{not}}_a_name', { annotations: { refused: 'yes' }, labels: { refused: 'yes' } }),
    makeBare(on, name),
    on.get(name, { as: as('refused') }),
    on.patch(name, [FAILING_TEST, { op: 'add', path: '/metadata/annotations', value: { refused: 'yes' } }], JSON_PATCH),
    on.patch(name, notes({ accepted: 'yes' })),
    on.get(name),
    on.replace(
      name,
      edited(as('refused'), [...changed(place, 'refused'), { set: '/metadata/labels', to: { refused: 'yes' } }]),
    ),
    ...put(place, name, changed(place, 'accepted')),
    ...(WITH_CONDITIONS.has(on.resource.kind)
      ? [
          on.patchStatus(name, [FAILING_TEST, { op: 'add', path: '/status', value: {} }], JSON_PATCH),
          on.patchStatus(name, { status: { conditions: [{ type: 'TourAccepted', status: 'True' }] } }),
          on.get(name),
        ]
      : []),
    on.remove(name, { body: { gracePeriodSeconds: 0, orphanDependents: true, propagationPolicy: 'Orphan' } }),
    on.get(name),
    on.remove(name),
    on.get(name),
  ];
};

/** Finalizers that come and go, and deletes before, between and after. */
const heldAndFree: Story = (place) => {
  const { on, far, as } = place;
  const [marked, free] = ['{{held}}', '{{free}}'];
  return [
    make(on, marked, { finalizers: [...HELD] }),
    on.remove(marked),
    on.get(marked, { as: as('marked') }),
    on.replace(marked, edited(as('marked'), [{ set: '/metadata/finalizers', to: HELD.toReversed() }])),
    on.get(marked),
    on.patch(marked, { metadata: { finalizers: null } }),
    on.get(marked),
    make(on, marked),
    on.get(marked),
    make(on, free),
    on.patch(free, { metadata: { finalizers: [HELD[0]] } }),
    on.patch(free, { metadata: { finalizers: null } }),
    on.get(free),
    make(far, free, { finalizers: [HELD[0]] }),
    on.remove(free),
    on.get(free),
    far.get(free),
    far.patch(free, { metadata: { finalizers: null } }),
    make(on, free),
    on.get(free),
  ];
};

/** One name in two namespaces, written in turn, deleted at once. */
const namesakes: Story = (place) => {
  const { on, far, as } = place;
  const name = '{{twin}}';
  const lists = (labelSelector: string): Program => [
    on.list({ query: { labelSelector } }),
    far.list({ query: { labelSelector } }),
    on.listAll({ query: { labelSelector } }),
  ];
  return [
    make(on, name, { labels: { twin: 'here' } }),
    make(far, name, { labels: { twin: 'far' } }),
    ...lists('twin=here'),
    ...lists('twin=far'),
    on.listAll(),
    on.get(name, { as: as('twin') }),
    far.patch(name, labels({ twin: 'changed' })),
    on.replace(name, edited(as('twin'), changed(place, 'twin'))),
    on.get(name),
    far.get(name),
    { do: 'together', branches: [on, far].map((each) => [each.remove(name)]) },
    on.get(name),
    far.get(name),
  ];
};

/** Labels by every kind of write, many of them, and none; each time with lists that select. */
const relabelled: Story = (place) => {
  const { on } = place;
  const name = '{{tagged}}';
  const lists = ['tour=one', 'tour=two', '!tour', 'l39=x,tour in (one,two)'].map((labelSelector) =>
    on.list({ query: { labelSelector } }),
  );
  // An object with a template may get the labels of the template in place of none.
  const none: Edit =
    MUTABLE[on.resource.kind].template === undefined
      ? { remove: '/metadata/labels' }
      : { set: '/metadata/labels', to: { kept: 'yes' } };
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`l${index}`, 'x']));
  return [
    make(on, name, { labels: { ...many, tour: 'one' } }),
    ...lists,
    ...(on.resource.hasStatus ? [on.patchStatus(name, { status: {} }), ...lists] : []),
    on.patch(name, [{ op: 'replace', path: '/metadata/labels/tour', value: 'two' }], JSON_PATCH),
    ...lists,
    ...put(place, name, [none], true),
    ...lists,
    ...put(place, name, [{ set: '/metadata/labels', to: { tour: 'one' } }], true),
    ...lists,
    on.patch(name, [{ op: 'remove', path: '/metadata/labels/tour' }], JSON_PATCH),
    on.get(name),
    ...lists,
    make(on, '{{stays}}'),
    on.removeAll({ body: AT_ONCE, query: { labelSelector: 'plumbline-case={{case}},plumbline-template={{stays}}' } }),
    on.get('{{stays}}'),
    on.removeAll({
      body: AT_ONCE,
      query: { labelSelector: 'plumbline-case={{case}}', fieldSelector: 'metadata.name={{stays}}' },
    }),
    on.get('{{stays}}'),
  ];
};

/** PUTs and patches that change little: an order, a case, a blank, values that change places, and back again. */
const smallChanges: Story = (place) => {
  const { on } = place;
  const name = '{{small}}';
  const texts = (a: string, b: string): readonly Edit[] => [
    { set: '/metadata/annotations/a', to: a },
    { set: '/metadata/annotations/b', to: b },
  ];
  return [
    make(on, name, { annotations: { a: 'x', b: 'y' }, labels: { word: 'Word' } }),
    ...put(place, name, texts('y', 'x')),
    ...put(place, name, texts('Y', 'x')),
    ...put(place, name, texts('Y', 'x ')),
    ...put(place, name, texts('x', 'y')),
    on.patch(name, notes({ a: 'X' })),
    on.get(name),
    on.patch(name, notes({ a: 'X ' })),
    on.get(name),
    on.patch(name, { metadata: { annotations: { a: null, c: 'X ' } } }),
    on.get(name),
    on.patch(name, [{ op: 'add', path: '/metadata/annotations', value: { a: '1', b: '2', c: '3' } }], JSON_PATCH),
    on.get(name),
    on.patch(name, labels({ word: 'word' }), STRATEGIC),
    on.get(name),
  ];
};

/** A stale PUT after a write in YAML. */
const locks: Story = (place) => {
  const { on, as } = place;
  const name = '{{lock}}';
  return [
    make(on, name),
    on.get(name, { as: as('before') }),
    on.replace(name, edited(as('before'), changed(place, 'yaml')), { contentType: YAML_TYPE }),
    on.replace(name, edited(as('before'), [{ set: '/metadata/labels/stale', to: 'yes' }])),
    on.get(name),
  ];
};

/** The pod template: elements that come, go and change places, numbers that become zero. */
const templates: Story = (place) => {
  const { on } = place;
  const { template } = MUTABLE[on.resource.kind];
  if (template === undefined) return [];
  const name = '{{shape}}';
  const spec = [...template, 'spec'];
  const at = (...path: readonly (string | number)[]): string => pointer([...spec, ...path]);
  const commands = (...command: readonly string[]): Template => ({ exec: { command } });
  const strategic = (list: Template): Program => [
    on.patch(name, nest(spec, { containers: list as never }), STRATEGIC),
    on.get(name),
  ];
  return [
    on.create({
      $edit: minimalObject(on.maker, name),
      with: [
        { set: at('containers', 0, 'livenessProbe'), to: commands('a', 'b') },
        { set: at('containers', 0, 'env'), to: [{ name: 'ONLY', value: '1' }] },
        { set: at('hostAliases'), to: [{ ip: '192.0.2.1', hostnames: ['a', 'b'] }] },
        { set: at('securityContext'), to: { runAsUser: 1000 } },
      ],
    }),
    ...put(place, name, [{ set: at('containers', 0, 'livenessProbe'), to: commands('b', 'a') }]),
    ...put(place, name, [{ set: at('hostAliases'), to: [{ ip: '192.0.2.1', hostnames: ['b', 'a'] }] }]),
    ...put(place, name, [{ set: at('securityContext', 'runAsUser'), to: 0 }]),
    on.patch(name, nest(spec, { securityContext: { runAsUser: 7 } })),
    on.patch(name, nest(spec, { securityContext: { runAsUser: 0 } })),
    on.get(name),
    ...strategic([{ name: 'c', env: [{ name: 'ONLY', $patch: 'delete' }] }]),
    ...strategic([
      {
        name: 'c',
        env: [
          { name: 'NEW', value: '1' },
          { name: 'NEWER', value: '2' },
        ],
      },
    ]),
    ...strategic([
      {
        name: 'c',
        env: [
          { name: 'NEW', $patch: 'delete' },
          { name: 'LAST', value: '3' },
        ],
      },
    ]),
  ];
};

/** Statuses and specs written in turn, and a status that is restored. */
const statuses: Story = (place) => {
  const { on, as } = place;
  if (!WITH_CONDITIONS.has(on.resource.kind)) return [];
  const name = '{{state}}';
  const condition = (type: string): Template => ({ type, status: 'True' });
  const statusPut = (types: readonly string[], index: number): Program => [
    on.getStatus(name, { as: as(`status ${index}`) }),
    on.replaceStatus(name, edited(as(`status ${index}`), [{ set: '/status/conditions', to: types.map(condition) }])),
    on.get(name),
  ];
  return [
    make(on, name),
    on.getStatus(name),
    ...put(place, name, changed(place, 'beside-a-status')),
    on.patchStatus(name, { status: { conditions: [condition('TourZero')] } }),
    on.get(name),
    ...statusPut(['TourOne'], 0),
    ...statusPut(['TourOne', 'TourTwo'], 1),
    ...statusPut(['TourOne'], 2),
    on.patchStatus(name, { status: { conditions: [condition('TourThree')] } }, STRATEGIC),
    on.patch(name, { metadata: { annotations: { $patch: 'replace', only: 'this' } } }, STRATEGIC),
    on.get(name),
    on.remove(name),
    on.get(name),
  ];
};

/** The same reads in other forms before and after a write. */
const forms: Story = (place) => {
  const { on } = place;
  const name = '{{form}}';
  const selected: QueryTemplate = { labelSelector: 'tour-form=yes' };
  const reads = [
    on.get(name, { query: { export: 'true' } }),
    on.get(name, { accept: YAML_TYPE }),
    on.get(name, { accept: PREFERS_PROTOBUF }),
    on.list({ accept: YAML_TYPE, query: selected }),
    on.list({ accept: PREFERS_PROTOBUF, query: selected }),
    on.list({ query: selected }),
    on.listAll({ query: selected }),
    on.listAll(),
  ];
  return [
    ...reads,
    make(on, name, { labels: { 'tour-form': 'yes' }, annotations: { hex: '0x1F', octal: '0o17', time: '12:30' } }),
    ...reads,
    on.patch(name, notes({ hex: '0x20' }), { accept: YAML_TYPE }),
    ...reads,
    on.remove(name),
    ...reads,
  ];
};

const STORIES: readonly Story[] = [
  fromNothing,
  afterRefusals,
  heldAndFree,
  namesakes,
  relabelled,
  smallChanges,
  locks,
  templates,
  statuses,
  forms,
];

/** Writes that each of the open watches must deliver: in YAML, under generated names, of bare and full objects. */
function watched(place: Place): Program {
  const { on } = place;
  const [full, bare] = ['{{seen}}', '{{seen-bare}}'];
  const generated: Template = {
    $edit: minimalObject(on.maker, full),
    with: [{ remove: '/metadata/name' }, { set: '/metadata/generateName', to: '{{gen}}-' }],
  };
  return [
    make(on, full, { labels: { tour: 'one', ready: 'no' }, annotations: { full: 'yes' } }),
    on.patch(full, labels({ ready: 'yes' })),
    makeBare(on, bare),
    on.create(generated),
    on.create(minimalObject(on.maker, '{{seen-yaml}}'), { contentType: YAML_TYPE }),
    on.patch(full, notes({ full: 'still' })),
    on.patch(bare, notes({ bare: 'yes' })),
    on.patch(full, labels({ tour: 'two' })),
    on.patch(full, { metadata: { labels: null } }),
    on.patch(full, labels({ tour: 'one' })),
    on.remove(full),
    make(on, full, { labels: { tour: 'two' } }),
    on.remove(full),
    on.get(full),
  ];
}

/**
 * Every story on a resource, in a fixed order: sequences that a server with caches, indexes or shared variables gets
 * wrong, and that chance seldom brings about. Watches of the collection and of a selection are open in turn, two
 * at most: a server may have few connections.
 */
export function tourOf(resource: Resource, place: NamespaceSlot = 'ns1', beside: NamespaceSlot = 'ns11'): Program {
  const [on, far] = [stepsOn(resource, place), stepsOn(resource, beside)];
  const as = (name: string): string => `${resource.id} tour ${name}`;
  const [all, selected, fromEmpty, again] = ['all', 'selected', 'from nothing', 'again'].map(as) as [
    string,
    string,
    string,
    string,
  ];
  const from = (list: string): QueryTemplate => ({ resourceVersion: versionOf(as(list)) });
  const seen = (watch: string, object: string): Step => ({ do: 'await', watch, until: { object }, within: WAIT_MS });
  const close = (watch: string): Step => ({ do: 'close', watch });
  return [
    on.list({ as: as('list') }),
    on.list({ as: as('empty'), query: { labelSelector: 'tour=nothing' } }),
    on.watchList(all, { query: from('list') }),
    on.watchList(selected, { query: { labelSelector: 'tour in (one,two),ready!=no', ...from('list') } }),
    ...watched({ on, far, as }),
    make(on, '{{tour-on}}', { labels: { tour: 'one' } }),
    seen(selected, '{{tour-on}}'),
    close(selected),
    on.list({ query: from('empty') }),
    on.watchList(fromEmpty, { query: from('empty') }),
    ...STORIES.flatMap((story) => story({ on, far, as })),
    make(on, '{{tour-end}}'),
    ...[all, fromEmpty].flatMap((watch) => [seen(watch, '{{tour-end}}'), close(watch)]),
    on.watchList(again, { query: from('list') }),
    seen(again, '{{tour-end}}'),
    close(again),
    on.list(),
  ];
}
