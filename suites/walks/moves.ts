import { AT_ONCE } from '../program/at-once.ts';
import { JSON_PATCH_TYPE, JSON_TYPE, MERGE_PATCH_TYPE, YAML_TYPE } from '../../spec/surface/media-types.ts';
import type { Step, Template } from '../program/program.ts';
import { distinctChange } from '../generators/changes.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { PATCH_MEDIA_TYPES, type PatchCase } from '../generators/patches.ts';
import { jsonPatchOf } from '../oracle/validation/json-patch-of.ts';
import type { Steps } from '../rules/steps.ts';
import { edited, versionOf } from '../rules/write-and-read.ts';
import { type Kit, pick } from './kit.ts';

/** The position of a move, and its material. */
export interface MoveContext {
  readonly on: Steps;
  /** Steps in the same namespace through the other group-version of the kind; `on` itself if there is only one. */
  readonly other: Steps;
  readonly name: string;
  /** Edits and patches for the object with that name. */
  readonly kit: Kit;
  /** Chooses among the variants of a move, and labels its writes. */
  readonly turn: number;
}

export type WalkMove = keyof typeof MOVES;

const LABEL_VALUES = ['one', 'two', 'three'] as const;
const FINALIZER = 'plumbline.example/hold';

const labelValueOf = ({ turn }: MoveContext): string => LABEL_VALUES[turn % LABEL_VALUES.length] ?? LABEL_VALUES[0];
/** The name under which the walk keeps its last read of an object, or of its collection. */
const readOf = ({ on, name }: MoveContext): string => `${on.resource.id} ${name}`;
const listOf = ({ on }: MoveContext): string => `${on.resource.id} list`;

const objectOf = ({ kit, turn }: MoveContext): Template => (pick(kit.objects, turn) ?? {}) as Template;
const labelled = (place: MoveContext): Template => ({
  $edit: objectOf(place),
  with: [{ set: '/metadata/labels/mark', to: labelValueOf(place) }],
});
/** The object with the type of this group-version. */
const here = (place: MoveContext): Template => ({
  $edit: labelled(place),
  with: [{ set: '/apiVersion', to: place.on.resource.apiVersion }],
});
const readFirst = (place: MoveContext): Step => place.on.get(place.name, { as: readOf(place) });
const changed = (place: MoveContext): Template =>
  edited(readOf(place), [
    ...(pick(place.kit.changes, place.turn) ?? []),
    ...distinctChange(place.on.resource, labelValueOf(place)),
    { set: '/metadata/labels/mark', to: labelValueOf(place) },
  ]);

/** Label selectors over the labels that the walk writes and the labels of its objects. */
const SELECTORS = [
  'mark=one',
  'mark!=one',
  'mark in (one,two)',
  'mark notin (one,two)',
  'mark',
  '!mark',
  'mark=one,app',
  'app!=x,mark',
] as const;
const DELETE_OPTIONS: readonly Template[] = [
  AT_ONCE,
  {},
  { gracePeriodSeconds: 0 },
  { propagationPolicy: 'Background' },
  { gracePeriodSeconds: 0, orphanDependents: false },
];
const WATCHES = ['w1', 'w2', 'w3'] as const;

const watchNamed = ({ turn }: MoveContext): string => WATCHES[turn % WATCHES.length] ?? WATCHES[0];

function statusPatch(place: MoveContext): Step[] {
  const status = (pick(place.kit.statuses, place.turn) ?? {}) as Template;
  const { on, name } = place;
  const bodies: readonly (readonly [Template, string])[] = [
    [{ status }, MERGE_PATCH_TYPE],
    [{ status }, PATCH_MEDIA_TYPES.strategic],
    [[{ op: 'add', path: '/status', value: status }], JSON_PATCH_TYPE],
  ];
  const [body, contentType] = pick(bodies, place.turn) ?? [{}, MERGE_PATCH_TYPE];
  return on.resource.hasStatus ? [on.patchStatus(name, body, { contentType })] : [];
}

function statusPut(place: MoveContext): Step[] {
  const { on, name, kit, turn } = place;
  if (!on.resource.hasStatus) return [];
  const edits = [
    ...(pick(kit.changes, turn) ?? []).filter((edit) => 'set' in edit && edit.set.startsWith('/spec')),
    { set: '/status', to: (pick(kit.statuses, turn) ?? {}) as Template },
  ];
  return [readFirst(place), on.replaceStatus(name, edited(readOf(place), edits))];
}

/** Breaks one statement of the document, by POST, PUT or PATCH. */
function breach(place: MoveContext): Step[] {
  const { on, name, kit, turn } = place;
  const edits = pick(kit.breaches, turn);
  if (edits === undefined) return [];
  const ways: readonly (readonly Step[])[] = [
    [on.create({ $edit: minimalObject(on.maker, name), with: edits })],
    [readFirst(place), on.replace(name, edited(readOf(place), edits))],
    [on.patch(name, jsonPatchOf(edits), { contentType: JSON_PATCH_TYPE })],
  ];
  return [...(pick(ways, turn) ?? [])];
}

function send({ on, name }: MoveContext, patch: PatchCase): Step {
  return on.patch(name, patch.body as Template, { contentType: patch.mediaType });
}

const patchAt = (place: MoveContext, offset: number): PatchCase =>
  pick(place.kit.patches, place.turn + offset) ?? place.kit.failing;

/** Concurrent requests on one object. */
function together(place: MoveContext): Step[] {
  const { on, other, name } = place;
  const note = (n: number): Template => ({ metadata: { annotations: { [`by-${n}`]: labelValueOf(place) } } });
  const sets: readonly (readonly Step[])[] = [
    [on.patch(name, note(1)), other.patch(name, note(2)), send(place, patchAt(place, 1))],
    [on.replace(name, changed(place)), on.patch(name, note(1)), on.get(name)],
    [on.remove(name), on.create(labelled(place)), on.list()],
    [on.create(objectOf(place)), other.get(name), on.create(labelled(place))],
  ];
  return [
    readFirst(place),
    { do: 'together', branches: (pick(sets, place.turn) ?? []).map((step) => [step]) },
    on.get(name),
  ];
}

function watch(place: MoveContext): Step[] {
  const { on, name, turn } = place;
  const as = watchNamed(place);
  const via = turn % 2 === 0 ? 'path' : 'parameter';
  const ways: readonly (readonly Step[])[] = [
    [on.list({ as: listOf(place) }), on.watchList(as, { via, query: { resourceVersion: versionOf(listOf(place)) } })],
    [on.watchList(as, { via })],
    [readFirst(place), on.watch(as, name, { via, query: { resourceVersion: versionOf(readOf(place)) } })],
    [on.listAll({ as: listOf(place) }), on.watchAll(as, { via, query: { resourceVersion: versionOf(listOf(place)) } })],
    [
      on.list({ as: listOf(place) }),
      on.watchList(as, {
        via,
        query: { labelSelector: pick(SELECTORS, turn) ?? '', resourceVersion: versionOf(listOf(place)) },
      }),
    ],
    [on.watch(as, name, { via })],
  ];
  return [...(pick(ways, turn) ?? [])];
}

/**
 * The moves of a walk. Many find no object or are refused, which is part of the walk. Each move fits every resource
 * and leaves out the parts that a resource lacks.
 */
export const MOVES = {
  create: (place: MoveContext): Step[] => [place.on.create(labelled(place))],
  'create in YAML': (place: MoveContext): Step[] => [place.on.create(labelled(place), { contentType: YAML_TYPE })],
  'create here': (place: MoveContext): Step[] => [place.on.createHere(here(place))],
  'create with a status': (place: MoveContext): Step[] => [
    place.on.create({
      $edit: labelled(place),
      with: [{ set: '/status', to: (pick(place.kit.statuses, place.turn) ?? {}) as Template }],
    }),
  ],
  'create under a prefix': (place: MoveContext): Step[] => [
    place.on.create({
      ...minimalObject(place.on.maker, place.name),
      metadata: { generateName: '{{g}}-', labels: { mark: labelValueOf(place) } },
    }),
  ],
  get: (place: MoveContext): Step[] => [readFirst(place)],
  'get in other ways': ({ on, other, name, turn }: MoveContext): Step[] => {
    const ways = [
      other.get(name),
      on.get(name, { accept: YAML_TYPE }),
      on.get(name, { query: { pretty: 'true' } }),
      on.get(name, { query: { export: 'true' } }),
      on.get(name, { query: { export: 'true', exact: 'true' } }),
      ...(on.resource.hasStatus ? [on.getStatus(name)] : []),
    ];
    return ways.slice(turn % ways.length).slice(0, 1);
  },
  list: (place: MoveContext): Step[] => [place.on.list({ as: listOf(place) })],
  'list in other ways': (place: MoveContext): Step[] => {
    const { on, other, turn } = place;
    const ways = [
      other.list(),
      on.listAll(),
      on.list({ accept: YAML_TYPE }),
      on.list({ query: { resourceVersion: versionOf(listOf(place)) } }),
      on.list({ query: { resourceVersion: '0' } }),
    ];
    return ways.slice(turn % ways.length).slice(0, 1);
  },
  select: ({ on, name, turn }: MoveContext): Step[] => {
    const [labelSelector, operator] = [SELECTORS[turn % SELECTORS.length] ?? '', turn % 2 === 0 ? '=' : '!='];
    const ways = [
      on.list({ query: { labelSelector } }),
      on.listAll({ query: { labelSelector } }),
      on.list({ query: { fieldSelector: `metadata.name${operator}${name}` } }),
      on.list({ query: { labelSelector, fieldSelector: `metadata.name${operator}${name}` } }),
    ];
    return ways.slice(turn % ways.length).slice(0, 1);
  },
  replace: (place: MoveContext): Step[] => [
    readFirst(place),
    place.on.replace(place.name, changed(place), place.turn % 4 === 3 ? { contentType: YAML_TYPE } : {}),
  ],
  // The object may have been replaced or deleted since it was read.
  'replace what was read before': (place: MoveContext): Step[] => [place.on.replace(place.name, changed(place))],
  'replace without a version': (place: MoveContext): Step[] => [
    readFirst(place),
    place.on.replace(place.name, { $edit: changed(place), with: [{ remove: '/metadata/resourceVersion' }] }),
  ],
  'replace with a status': (place: MoveContext): Step[] => [
    readFirst(place),
    place.on.replace(place.name, {
      $edit: changed(place),
      with: [{ set: '/status', to: (pick(place.kit.statuses, place.turn) ?? {}) as Template }],
    }),
  ],
  'replace by the same': (place: MoveContext): Step[] => [
    readFirst(place),
    place.on.replace(place.name, { $from: readOf(place) }),
    place.on.get(place.name),
  ],
  patch: (place: MoveContext): Step[] => [send(place, patchAt(place, 0))],
  'patch and look': (place: MoveContext): Step[] => [
    send(place, patchAt(place, 0)),
    place.on.get(place.name),
    place.on.list(),
  ],
  'patch the label': ({ on, other, name, ...place }: MoveContext): Step[] => [
    (place.turn % 2 === 0 ? on : other).patch(name, {
      metadata: { labels: { mark: LABEL_VALUES[place.turn % LABEL_VALUES.length] ?? null } },
    }),
  ],
  'patch with a version read before': (place: MoveContext): Step[] => [
    place.on.patch(place.name, {
      metadata: { resourceVersion: versionOf(readOf(place)), labels: { versioned: labelValueOf(place) } },
    }),
  ],
  'patch that fails its test': (place: MoveContext): Step[] => [send(place, place.kit.failing)],
  'patch of no patch type': ({ on, name, turn }: MoveContext): Step[] => [
    on.patch(
      name,
      { metadata: { labels: { untyped: 'yes' } } },
      { contentType: turn % 2 === 0 ? JSON_TYPE : YAML_TYPE },
    ),
  ],
  'patch of the status beside': (place: MoveContext): Step[] => [
    place.on.patch(place.name, {
      metadata: { labels: { status: 'sent' } },
      status: (pick(place.kit.statuses, place.turn) ?? {}) as Template,
    }),
  ],
  'patch the status': statusPatch,
  'replace the status': statusPut,
  breach,
  hold: ({ on, name }: MoveContext): Step[] => [
    on.patch(name, { metadata: { finalizers: [FINALIZER] } }),
    on.remove(name),
    on.get(name),
  ],
  release: ({ on, name }: MoveContext): Step[] => [on.patch(name, { metadata: { finalizers: null } })],
  delete: (place: MoveContext): Step[] => [
    place.on.remove(place.name, { body: pick(DELETE_OPTIONS, place.turn) ?? AT_ONCE }),
  ],
  'delete by the query': ({ on, name, turn }: MoveContext): Step[] => [
    on.remove(name, {
      body: {},
      query:
        turn % 2 === 0 ? { gracePeriodSeconds: '0' } : { propagationPolicy: 'Background', gracePeriodSeconds: '0' },
    }),
  ],
  'delete with both options': ({ on, name }: MoveContext): Step[] => [
    on.remove(name, { body: { orphanDependents: false, propagationPolicy: 'Background' } }),
  ],
  recreate: (place: MoveContext): Step[] => [
    place.on.remove(place.name),
    place.on.create(labelled(place)),
    place.on.get(place.name),
  ],
  /** Deletes only this case's own objects, whatever else the namespace holds. */
  'delete by the label': (place: MoveContext): Step[] => [
    place.on.removeAll({
      body: AT_ONCE,
      query: { labelSelector: `plumbline-case={{case}},mark=${labelValueOf(place)}` },
    }),
    place.on.list(),
  ],
  together,
  watch,
  close: (place: MoveContext): Step[] => [{ do: 'close', watch: watchNamed(place) }],
} as const satisfies Readonly<Record<string, (place: MoveContext) => Step[]>>;
