import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, PATCH_TYPES } from '../../../spec/surface/media-types.ts';
import { emptyingPatches } from '../../generators/emptying-patches.ts';
import { described, inSequence } from '../../generators/full-changes.ts';
import { type ServiceForm, formsOf, fullObject, fullStatus } from '../../generators/full-objects.ts';
import { patchTo } from '../../generators/full-patches.ts';
import { type FullState, statesOf, TURNS } from '../../generators/full-states.ts';
import { levelsOf, spareObject } from '../../generators/spare-objects.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import { at, isObject } from '../../oracle/json.ts';
import type { Edit } from '../../program/program.ts';
import { edited, type Steps } from '../cases.ts';
import type { Json, JsonObject, Program, Resource } from '../rule.ts';

/**
 * Programs that write full objects, with other values each time, and the same objects without their optional
 * members, level by level. Each also creates the spare objects anew, because new objects show the defaults of the
 * omitted members.
 */
export const FULL_PROGRAMS = { create, replace, patch, replaceStatus, patchStatus } as const;

/** The turns of objects that stand beside a status, so no write of a status changes any of their values. */
const LATER_TURNS = TURNS.slice(1);

function create(on: Steps, choices: DialectChoices): Program {
  const branches = formsOf(on.resource).flatMap((form) => {
    const states = statesOn(on, choices, form);
    const full = TURNS.map((turn) => objectIn({ form, turn }, on.resource, `${nameIn(form)}-${turn}`, choices));
    return [full, sparesIn(states, on.resource, choices)].map((bodies) => bodies.map((body) => on.createHere(body)));
  });
  return [{ do: 'together', branches }];
}

/** Objects of each form have their own names. */
function nameIn(form: ServiceForm): string {
  return form === 'plain' ? '{{a}}' : `{{a}}-${form}`;
}

/** A state of an object of that form. */
interface FormedState extends FullState {
  readonly form: ServiceForm;
}

function objectIn(
  { form, turn, level }: FormedState,
  resource: Resource,
  name: string,
  choices: DialectChoices,
): JsonObject {
  const full = fullObject(resource, name, turn, choices, form);
  return level === undefined ? full : spareObject(resource, full, level);
}

function statesOn({ resource }: Steps, choices: DialectChoices, form: ServiceForm): FormedState[] {
  const count = levelsOf(resource, fullObject(resource, '{{a}}', 0, choices, form));
  return statesOf(count).map((state) => ({ ...state, form }));
}

/** New objects with names of their own, in those of the states that lack members. */
function sparesIn(
  states: readonly FormedState[],
  resource: Resource,
  choices: DialectChoices,
  word = 'spare',
): JsonObject[] {
  return states
    .filter(({ level }) => level !== undefined)
    .map((state) => objectIn(state, resource, `${nameIn(state.form)}-${word}-${state.turn}-${state.level}`, choices));
}

function made(on: Steps, name: string, choices: DialectChoices, form: ServiceForm = 'plain', turn = 0): Program {
  return [on.create(fullObject(on.maker, name, turn, choices, form)), on.get(name, { as: `read ${name}` })];
}

function replace(on: Steps, choices: DialectChoices): Program {
  return [{ do: 'together', branches: formsOf(on.resource).map((form) => replacedIn(form, on, choices)) }];
}

function replacedIn(form: ServiceForm, on: Steps, choices: DialectChoices): Program {
  const name = nameIn(form);
  const states = statesOn(on, choices, form);
  const first = fullObject(on.resource, name, 0, choices, form);
  const wanted = states.map((state) => objectIn(state, on.resource, name, choices));
  const puts = inSequence(on.resource, first, wanted).map(([from, to]) =>
    on.replace(name, edited(`read ${name}`, edits(from, to)), { as: `read ${name}` }),
  );
  const spares = sparesIn(states, on.maker, choices).map((body) => on.create(body));
  return [
    { do: 'together', branches: [spares, made(on, name, choices, form)] },
    ...puts.flatMap((put): Program => [put, on.get(name)]),
  ];
}

/**
 * Sets every member and removes missing ones. Labels are set one by one, because the object has some of the suite's.
 */
function edits(from: JsonObject, to: JsonObject): Edit[] {
  const [before, wanted] = [new Map(members(from)), new Map(members(to))];
  const same = (path: string, value: Json): boolean => JSON.stringify(before.get(path)) === JSON.stringify(value);
  return [
    ...[...before.keys()].filter((path) => !wanted.has(path)).map((remove) => ({ remove })),
    ...[...wanted].filter(([path, value]) => !same(path, value)).map(([set, value]) => ({ set, to: value })),
  ];
}

/**
 * The units that a PUT sets one by one: members of the object and of its spec, and entries of its labels and
 * annotations.
 */
function members(object: JsonObject): [string, Json][] {
  const plain = Object.entries(object)
    .filter(([name]) => !['metadata', 'kind', 'apiVersion', 'spec'].includes(name))
    .map(([name, value]): [string, Json] => [pointer([name]), value]);
  return [
    ...plain,
    ...entriesOf(object, 'spec'),
    ...entriesOf(object, 'metadata', 'labels'),
    ...entriesOf(object, 'metadata', 'annotations'),
  ];
}

function entriesOf(object: JsonObject, ...path: readonly string[]): [string, Json][] {
  const entries = at(object, ...path);
  return isObject(entries) ? Object.entries(entries).map(([key, value]) => [pointer([...path, key]), value]) : [];
}

function patch(on: Steps, choices: DialectChoices): Program {
  const patched = formsOf(on.resource).flatMap((form) => patchedIn(form, on, choices));
  // A server may have changed its defaults by a patch.
  const later = sparesIn(statesOn(on, choices, 'plain'), on.maker, choices, 'later').map((body) => on.create(body));
  return [{ do: 'together', branches: [...patched, ...emptyingIn(on, choices)] }, ...later];
}

/** Part of the names of objects whose members become empty. No sentence says that empty values are legal. */
export const EMPTIED = '-emptied-';

/** For each type of patch, an object whose members it sets to empty values. */
function emptyingIn(on: Steps, choices: DialectChoices): Program[] {
  return PATCH_TYPES.map((contentType, index) => {
    const name = `{{a}}${EMPTIED}${index}`;
    const full = fullObject(on.resource, name, 0, choices);
    const patches = emptyingPatches(on.resource, contentType, full);
    return [
      ...made(on, name, choices),
      ...patches.flatMap((body): Program => [on.patch(name, body, { contentType }), on.get(name)]),
    ];
  });
}

/** One object for each type of patch, at the same time. */
function patchedIn(form: ServiceForm, on: Steps, choices: DialectChoices): Program[] {
  const states = statesOn(on, choices, form);
  const spares = sparesIn(states, on.maker, choices).map((body) => on.create(body));
  const branches = PATCH_TYPES.map((contentType, index) => {
    const name = `${nameIn(form)}-by-${index}`;
    const [first, ...wanted] = [{ form, turn: 0 }, ...states].map((state) =>
      objectIn(state, on.resource, name, choices),
    );
    const steps = inSequence(on.resource, first ?? {}, wanted).map(([from, to]) =>
      on.patch(name, withoutBounds(patchTo(contentType, described(from), described(to), on.resource.schema)), {
        contentType,
      }),
    );
    return [...made(on, name, choices, form), ...withTouches(on, name, contentType, steps), on.get(name)];
  });
  return [spares, ...branches];
}

/**
 * A merge that sets the strategy Recreate also removes the bounds of a rolling update: without a strategy, the stored
 * object has them by default.
 */
function withoutBounds(patch: Json): Json {
  const [spec, strategy] = [at(patch, 'spec'), at(patch, 'spec', 'strategy')];
  if (!isObject(patch) || !isObject(spec) || !isObject(strategy) || strategy['type'] !== 'Recreate') return patch;
  return { ...patch, spec: { ...spec, strategy: { ...strategy, rollingUpdate: null } } };
}

/**
 * The patches, and between the first of them patches of a label or an annotation alone, which must leave everything
 * else.
 */
function withTouches(on: Steps, name: string, contentType: string, patches: Program): Program {
  const label = (value: string): Program => [on.patch(name, labelled(contentType, value), { contentType })];
  return [
    on.patch(name, annotated(contentType), { contentType }),
    ...patches.slice(0, 1),
    ...label('first'),
    ...patches.slice(1, 2),
    ...label('second'),
    ...patches.slice(2),
  ];
}

function labelled(contentType: string, value: string): Json {
  return contentType === JSON_PATCH_TYPE
    ? [{ op: 'add', path: '/metadata/labels/touched', value }]
    : { metadata: { labels: { touched: value } } };
}

/** For an object that has annotations. */
function annotated(contentType: string): Json {
  return contentType === JSON_PATCH_TYPE
    ? [{ op: 'add', path: '/metadata/annotations/touched', value: 'yes' }]
    : { metadata: { annotations: { touched: 'yes' } } };
}

function replaceStatus(on: Steps, choices: DialectChoices): Program {
  const branches = formsOf(on.resource).map((form) => {
    const name = nameIn(form);
    const puts = statuses(on, choices).flatMap((to): Program => [
      on.replaceStatus(name, edited(`read ${name}`, [{ set: '/status', to }])),
      on.get(name, { as: `read ${name}` }),
    ]);
    return [...made(on, name, choices, form), ...puts];
  });
  const besides = LATER_TURNS.map((turn): Program => {
    const name = `{{a}}-turn-${turn}`;
    const to = fullStatusOf(turn, on, choices);
    return [
      ...made(on, name, choices, 'plain', turn),
      on.replaceStatus(name, edited(`read ${name}`, [{ set: '/status', to }])),
      on.get(name),
    ];
  });
  return [{ do: 'together', branches: [...branches, ...besides] }];
}

/**
 * The successive statuses of one object: each full one is followed by the same without the members of one level. The
 * first turn comes again at the end, so another alternative, such as a state of a container, replaces that of the
 * last turn.
 */
function statuses(on: Steps, choices: DialectChoices): JsonObject[] {
  const fullOf = (turn: number): JsonObject => fullStatusOf(turn, on, choices);
  const count = levelsOf(on.resource, { status: fullOf(0) });
  const last = Math.max(count - 1, 0);
  const pairs = [
    ...Array.from({ length: last }, (_, level) => ({ turn: level + 1, level })),
    ...TURNS.map((turn) => ({ turn, level: last })),
  ];
  const changing = pairs.flatMap(({ turn, level }) => [
    fullOf(turn),
    (spareObject(on.resource, { status: fullOf(turn) }, level)['status'] ?? {}) as JsonObject,
  ]);
  return [...changing, fullOf(0)];
}

function fullStatusOf(turn: number, on: Steps, choices: DialectChoices): JsonObject {
  return fullStatus(on.resource, '{{a}}', turn, choices) ?? {};
}

/** One object for each type of patch, at the same time. */
function patchStatus(on: Steps, choices: DialectChoices): Program {
  const branches = formsOf(on.resource).flatMap((form) =>
    PATCH_TYPES.map((contentType, index) => {
      const name = `${nameIn(form)}-by-${index}`;
      return [...made(on, name, choices, form), ...statusPatches(on, contentType, name, choices), on.get(name)];
    }),
  );
  const besides = LATER_TURNS.flatMap((turn) =>
    PATCH_TYPES.map((contentType, index): Program => {
      const name = `{{a}}-turn-${turn}-by-${index}`;
      const body = statusPatch(contentType, {}, fullStatusOf(turn, on, choices), on.resource.schema);
      return [...made(on, name, choices, 'plain', turn), on.patchStatus(name, body, { contentType }), on.get(name)];
    }),
  );
  return [{ do: 'together', branches: [...branches, ...besides] }];
}

function statusPatches(on: Steps, contentType: string, name: string, choices: DialectChoices): Program {
  let from: JsonObject = {};
  return statuses(on, choices).map((to) => {
    const body = statusPatch(contentType, from, to, on.resource.schema);
    from = to;
    return on.patchStatus(name, body, { contentType });
  });
}

/** A controller may write the status in between, so a JSON patch first sets the members that it then changes. */
function statusPatch(contentType: string, from: JsonObject, to: JsonObject, schema: string): Json {
  const change = patchTo(contentType, { status: from }, { status: to }, schema);
  return contentType === JSON_PATCH_TYPE
    ? [{ op: 'add', path: '/status', value: from }, ...(change as readonly Json[])]
    : change;
}
