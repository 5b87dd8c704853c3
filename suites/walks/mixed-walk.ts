import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { operationFor, type OperationId } from '../../spec/surface/operations.ts';
import { type Kind, type Resource, type ResourceId, RESOURCES } from '../../spec/surface/resources.ts';
import type { NamespaceSlot, Program, Step, Template } from '../program/program.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { otherGroupVersion } from '../rules/intervening-writes.ts';
import { makerOf, stepsOn } from '../rules/steps.ts';
import { awaitObject } from '../rules/write-and-read.ts';
import { type Kit, kitOf, renamed } from './kit.ts';
import { tourOf } from './tour.ts';
import { type WalkMove, type MoveContext, MOVES } from './moves.ts';

/** The limits of a walk on a target. */
export interface WalkOptions {
  /** Whether the target offers that operation. Walks send no others. */
  readonly offers: (operation: OperationId) => boolean;
}

/** The names of a walk: few, so its moves meet the same objects. One is a prefix of the other. */
const NAMES = ['{{a}}', '{{ab}}'] as const;
/** The name of the last object, which a watch must deliver. */
const LAST = '{{z}}';
const SLOTS = ['ns1', 'ns11'] as const;
/** Kinds that take part in one walk. */
const KINDS_AT_ONCE = 5;
/**
 * A walk consists of this many stretches, each of at most this many moves. Shrinking removes stretches, and the
 * length hardly depends on the seed.
 */
const STRETCHES = 4;
const MOST_MOVES = 45;

/** The relative frequency of each move: creating and reading is more frequent than deleting. */
const WEIGHTS: Readonly<Record<WalkMove, number>> = {
  create: 6,
  'create in YAML': 2,
  'create here': 2,
  'create with a status': 1,
  'create under a prefix': 1,
  get: 3,
  'get in other ways': 3,
  list: 2,
  'list in other ways': 3,
  select: 3,
  replace: 4,
  'replace what was read before': 2,
  'replace without a version': 1,
  'replace with a status': 2,
  'replace by the same': 1,
  patch: 4,
  'patch and look': 4,
  'patch the label': 3,
  'patch with a version read before': 1,
  'patch that fails its test': 2,
  'patch of no patch type': 1,
  'patch of the status beside': 2,
  'patch the status': 3,
  'replace the status': 2,
  breach: 3,
  hold: 1,
  release: 1,
  delete: 2,
  'delete by the query': 1,
  'delete with both options': 1,
  recreate: 3,
  'delete by the label': 3,
  together: 2,
  watch: 3,
  close: 1,
};

/** One move of a walk as plain data, which shrinks. */
interface ChosenMove {
  readonly move: WalkMove;
  /** Picks the resource among those of the walk. */
  readonly resource: number;
  readonly slot: NamespaceSlot;
  readonly name: string;
  readonly turn: number;
}

/**
 * The resources of the walk with that number: all group-versions of some kinds. Successive walks go round all kinds,
 * so a few of them cover every kind, each time in other company.
 */
export function resourcesOfWalk(index: number, offers: WalkOptions['offers']): readonly Resource[] {
  const kinds = kindsOf(offers);
  const chosen = new Set<Kind>(
    Array.from(
      { length: Math.min(KINDS_AT_ONCE, kinds.length) },
      (_, place) => kinds[(index * KINDS_AT_ONCE + place) % kinds.length] as Kind,
    ),
  );
  return makable(offers).filter(({ kind }) => chosen.has(kind));
}

/** The resources that the first walks tour: a kind with templates and two group-versions, and one of each other sort. */
const TOURED_FIRST: readonly ResourceId[] = ['deployments.extensions', 'configmaps', 'pods', 'ingresses.extensions'];

/** The resource that the walk with that number tours: one, because each group-version of a kind has the same names. */
function touredIn(index: number, offers: WalkOptions['offers']): Resource | undefined {
  const resources = makable(offers);
  const first = TOURED_FIRST.flatMap((id) => resources.filter((resource) => resource.id === id));
  return [...first, ...resources.filter((resource) => !first.includes(resource))][index];
}

function makable(offers: WalkOptions['offers']): readonly Resource[] {
  return RESOURCES.filter((resource) => resource.namespaced && isOffered(resource, offers));
}

function kindsOf(offers: WalkOptions['offers']): readonly Kind[] {
  return [...new Set(makable(offers).map(({ kind }) => kind))];
}

function isOffered(resource: Resource, offers: WalkOptions['offers']): boolean {
  const make = operationFor(makerOf(resource).id, 'create');
  const remove = operationFor(resource.id, 'delete');
  return make !== undefined && remove !== undefined && offers(make.id) && offers(remove.id);
}

/**
 * Walks over several kinds at once, in all of their group-versions, in two namespaces of which one name is a prefix
 * of the other. Objects are created, read, written, patched, labelled, held back and deleted in every way that the
 * document has, legal and illegal, in JSON and in YAML, one after the other and at the same time, while watches are
 * open. Then comes the tour of one resource, another one in each walk. At the end everything is read once more.
 *
 *     create a, watch the list, PATCH ab (404), {PATCH a, PUT a}, DELETE the collection by a label, recreate a, ..., get a, list, z delivered
 * The outcome of a walk is not predicted: every rule reads its history, as it would read a recording.
 */
export function mixedWalk(index: number, options: WalkOptions): Arbitrary<Program> {
  const resources = resourcesOfWalk(index, options.offers);
  if (resources.length === 0) return fc.constant([]);
  const move = fc.oneof(
    ...Object.entries(WEIGHTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as WalkMove) })),
  );
  const chosen: Arbitrary<ChosenMove> = fc.record({
    move,
    resource: fc.nat({ max: resources.length - 1 }),
    slot: fc.constantFrom(...SLOTS),
    name: fc.constantFrom(...NAMES),
    turn: fc.nat({ max: 119 }),
  });
  const stretch = fc.array(chosen, { maxLength: MOST_MOVES, size: 'max' });
  const stretches = fc.tuple(...Array.from({ length: STRETCHES }, () => stretch)).map((parts) => parts.flat());
  return fc
    .noBias(fc.tuple(fc.tuple(...resources.map(kitOf)), stretches))
    .map(([kits, moves]) =>
      offeredOnly(program(resources, kits, moves, touredIn(index, options.offers)), options.offers),
    );
}

function program(
  resources: readonly Resource[],
  kits: readonly Kit[],
  moves: readonly ChosenMove[],
  toured: Resource | undefined,
): Program {
  const walked = moves.flatMap(({ move, resource, slot, name, turn }) => {
    const [at, kit] = [resources[resource], kits[resource]];
    return at === undefined || kit === undefined
      ? []
      : MOVES[move]({
          on: stepsOn(at, slot),
          other: stepsOn(otherGroupVersion(at), slot),
          name,
          kit: renamed(kit, name),
          turn,
        } satisfies MoveContext);
  });
  return [
    ...firstObjects(resources, kits),
    ...walked,
    ...(toured === undefined ? [] : tourOf(toured)),
    ...lastReads(resources),
    ...lastEvents(walked),
  ];
}

/** One object of each kind in each namespace, so the first moves already find objects. */
function firstObjects(resources: readonly Resource[], kits: readonly Kit[]): Step[] {
  return resources.flatMap((resource, index) =>
    SLOTS.map((slot) => stepsOn(resource, slot).create((kits[index]?.objects[0] ?? {}) as Template)),
  );
}

/** Reads of every object, and lists of every collection, in its namespace and across namespaces. */
function lastReads(resources: readonly Resource[]): Step[] {
  return resources.flatMap((resource) => [
    ...SLOTS.map((slot) => stepsOn(resource, slot)).flatMap((on) => [
      ...NAMES.map((name) => on.get(name)),
      ...(resource.hasStatus ? [on.getStatus(NAMES[0])] : []),
      on.list(),
    ]),
    stepsOn(resource).listAll(),
  ]);
}

/** One more object for each open watch of a whole collection. The watch must deliver it after everything else. */
function lastEvents(walked: Program): Step[] {
  const open = new Map<string, Extract<Step, { do: 'watch' }>>();
  for (const step of walked) {
    if (step.do === 'watch') open.set(step.as, step);
    if (step.do === 'close') open.delete(step.watch);
  }
  return [...open.values()].flatMap((watch, index): Step[] => {
    const resource = RESOURCES.find(({ id }) => id === watch.resource);
    if (resource === undefined || watch.verb === 'watch' || watch.query?.['labelSelector'] !== undefined) return [];
    const on = stepsOn(resource, watch.namespace ?? 'ns1');
    const name = LAST.replace('}}', `${index}}}`);
    return [on.create(minimalObject(on.maker, name)), awaitObject(watch.as, name), on.list()];
  });
}

function offeredOnly(steps: Program, offers: WalkOptions['offers']): Program {
  return steps.flatMap((step): Step[] => {
    if (step.do === 'together')
      return [{ do: 'together', branches: step.branches.map((branch) => offeredOnly(branch, offers)) }];
    if (step.do !== 'call' && step.do !== 'watch') return [step];
    const operation = operationFor(step.resource, step.verb);
    return operation !== undefined && !offers(operation.id) ? [] : [step];
  });
}
