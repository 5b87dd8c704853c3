import * as fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { AT_ONCE } from '../program/at-once.ts';
import { operationFor, type Verb } from '../../spec/surface/operations.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { CallStep, Program, Step, Template } from '../program/program.ts';
import type { JsonObject } from '../oracle/json.ts';
import { distinctChange } from './changes.ts';
import { minimalObject } from '../oracle/objects/minimal-objects.ts';
import { PATCH_MEDIA_TYPES } from './patches.ts';
import { statusOf } from './statuses.ts';

/** The object that all clients of a case write, and another one whose name begins with the same letter. */
const HOT = '{{a}}';
const NAMES = [HOT, HOT, HOT, '{{ab}}'] as const;

/** The resources that serve one kind: the resource at issue, the one that creates objects, and all that show them. */
export interface KindResources {
  readonly resource: Resource;
  readonly maker: Resource;
  readonly gvrs: readonly Resource[];
}

/** One action of one client: the steps, given a nonce, which no other action of the case has. */
type ClientMove = (nonce: string) => readonly Step[];

/**
 * Programs in which two to four clients work at the same time on the same one or two objects: read, create, replace
 * with the version they read, patch in each media type, write the status, delete. Each client uses `verb` at least
 * once, through the resource at issue. Every write leaves its own nonce, so reads show lost and resurrected writes.
 *
 *     create a; together: [ PATCH a, GET a ], [ GET a, PUT a with that version, DELETE a ]; GET a; GET ab; LIST
 */
export function concurrentProgram(ways: KindResources, verb: Verb): Arbitrary<Program> {
  const client = fc
    .tuple(
      movesOf({ ...ways, maker: ways.resource }, verb, [ways.resource]),
      fc.array(anyMove(ways), { minLength: 1, maxLength: 4 }),
      fc.nat(4),
    )
    .map(([own, others, place]) => [...others.slice(0, place), own, ...others.slice(place)]);
  return fc
    .array(client, { minLength: 2, maxLength: 4 })
    .map((clients) => [
      create(ways.maker, HOT, 'first'),
      { do: 'together', branches: clients.map((moves, n) => moves.flatMap((move, index) => move(`c${n}-${index}`))) },
      ...[HOT, '{{ab}}'].map((name) => call(ways.resource, 'get', name)),
      call(ways.resource, 'list', undefined),
    ]);
}

/** An object of that resource with the nonce as a label, and with the parents that JSON patches need. */
export function labelledObject(resource: Resource, name: string, nonce: string): JsonObject {
  return {
    ...minimalObject(resource, name),
    metadata: { name, labels: { made: nonce }, annotations: { kept: 'yes' } },
  };
}

/** A patch of that media type that adds one annotation to an object made by `labelledObject`. */
export function annotationPatch(contentType: string, key: string, value: string): Template {
  return contentType === PATCH_MEDIA_TYPES.json
    ? [{ op: 'add', path: `/metadata/annotations/${key}`, value }]
    : { metadata: { annotations: { [key]: value } } };
}

const OFTEN: readonly Verb[] = [
  'get',
  'get',
  'list',
  'create',
  'replace',
  'replace',
  'patch',
  'patch',
  'delete',
  'replaceStatus',
  'patchStatus',
  'deleteCollection',
];

function anyMove(ways: KindResources): Arbitrary<ClientMove> {
  const offered = OFTEN.filter((verb) => ways.gvrs.some((gvr) => operationFor(gvr.id, verb) !== undefined));
  return fc.constantFrom(...offered).chain((verb) => movesOf(ways, verb, ways.gvrs));
}

/** Actions with that verb through one of these resources. */
function movesOf(ways: KindResources, verb: Verb, gvrs: readonly Resource[]): Arbitrary<ClientMove> {
  return fc
    .record({
      gvr: fc.constantFrom(...gvrs),
      name: fc.constantFrom(...NAMES),
      mediaType: fc.constantFrom(...Object.values(PATCH_MEDIA_TYPES)),
      status: statusOf(ways.resource),
    })
    .map(
      (drawn): ClientMove =>
        (nonce) =>
          MOVES[verb]?.({ ...drawn, maker: ways.maker, nonce }) ?? [call(drawn.gvr, 'get', drawn.name)],
    );
}

interface Drawn {
  readonly gvr: Resource;
  readonly maker: Resource;
  readonly name: string;
  readonly mediaType: string;
  readonly status: JsonObject;
  readonly nonce: string;
}

const MOVES: Readonly<Partial<Record<Verb, (drawn: Drawn) => readonly Step[]>>> = {
  create: ({ maker, name, nonce }) => [create(maker, name, nonce)],
  list: ({ gvr }) => [call(gvr, 'list', undefined)],
  replace: (drawn) => [
    read(drawn),
    call(drawn.gvr, 'replace', drawn.name, {
      body: { $edit: { $from: readAs(drawn) }, with: distinctChange(drawn.gvr, drawn.nonce) },
    }),
  ],
  patch: ({ gvr, name, nonce, mediaType }) => [
    call(gvr, 'patch', name, { body: annotationPatch(mediaType, nonce, 'yes'), contentType: mediaType }),
  ],
  delete: ({ gvr, name }) => [call(gvr, 'delete', name, { body: AT_ONCE })],
  deleteCollection: ({ gvr }) => [
    call(gvr, 'deleteCollection', undefined, { body: AT_ONCE, query: { labelSelector: 'plumbline-case={{case}}' } }),
  ],
  replaceStatus: (drawn) => [
    read(drawn),
    call(drawn.gvr, 'replaceStatus', drawn.name, {
      body: { $edit: { $from: readAs(drawn) }, with: [{ set: '/status', to: drawn.status }] },
    }),
  ],
  patchStatus: ({ gvr, name, status }) => [
    call(gvr, 'patchStatus', name, { body: { status }, contentType: PATCH_MEDIA_TYPES.merge }),
  ],
};

function readAs({ nonce }: Drawn): string {
  return `read-${nonce}`;
}

function read(drawn: Drawn): CallStep {
  return call(drawn.gvr, 'get', drawn.name, { as: readAs(drawn) });
}

function create(maker: Resource, name: string, nonce: string): CallStep {
  return call(maker, 'create', undefined, { body: labelledObject(maker, name, nonce) });
}

function call(
  { id }: Resource,
  verb: CallStep['verb'],
  name: string | undefined,
  rest: Partial<CallStep> = {},
): CallStep {
  return { do: 'call', verb, resource: id, namespace: 'ns1', ...(name === undefined ? {} : { name }), ...rest };
}
