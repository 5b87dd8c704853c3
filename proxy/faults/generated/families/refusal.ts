import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import { type Resource, RESOURCES } from '../../../../spec/surface/resources.ts';
import { isObject, objectAt, objectPath } from '../../bend.ts';
import type { FaultyRequest, Bendable, Hooks, UpstreamClient } from '../../fault.ts';
import { operationsOf, stepsOf } from '../../json-patch.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { hasTwoStatuses, sampleOf } from '../members/member-place.ts';
import { SPEC_CHANGES } from '../members/spec-changes.ts';
import { creating, reading, writing } from '../members/witnesses.ts';
import {
  isPost,
  isWriteOf,
  MAIN_WRITES,
  operationIdOf,
  POST,
  STATUS_WRITES,
  type WriteForm,
  YAML_WRITES,
} from '../members/write.ts';
import type { Witness, WitnessRequest } from '../witness.ts';

/** A part of an object that a refused write stores. */
interface StoredPart {
  readonly id: string;
  readonly path: readonly string[];
  readonly applies: (resource: Resource, write: WriteForm) => boolean;
  /** The new value of the part in the witness, given the old one. */
  readonly value: unknown;
}

const isOfMain = (_: Resource, { verb }: WriteForm): boolean => !/status/i.test(verb);

const PARTS: readonly StoredPart[] = [
  { id: 'labels', path: ['metadata', 'labels'], applies: isOfMain, value: { app: 'refused' } },
  { id: 'annotations', path: ['metadata', 'annotations'], applies: isOfMain, value: { 'example.com/note': 'refused' } },
  { id: 'finalizers', path: ['metadata', 'finalizers'], applies: isOfMain, value: ['example.com/refused'] },
  {
    id: 'spec',
    path: ['spec'],
    applies: (resource, write) => isOfMain(resource, write) && Object.hasOwn(SPEC_CHANGES, resource.kind),
    value: undefined,
  },
  {
    id: 'status',
    path: ['status'],
    applies: (resource, { verb }) => /status/i.test(verb) && hasTwoStatuses(resource),
    value: undefined,
  },
];

/** Writes that are refused, because a version is stale or the body illegal, and store a part of their body. */
export function* refusalFaults(): Iterable<GeneratedFault> {
  for (const resource of RESOURCES) {
    for (const write of [...MAIN_WRITES, ...YAML_WRITES, ...(resource.hasStatus ? STATUS_WRITES : [])]) {
      for (const part of PARTS.filter((each) => each.applies(resource, write))) yield faultOf(resource, write, part);
    }
  }
}

function faultOf(resource: Resource, write: WriteForm, part: StoredPart): GeneratedFault {
  return {
    name: `refusal/${resource.id}/${write.id}/${part.id}`,
    family: 'refusal',
    summary: `${write.title} of ${resource.id} that is refused stores its ${part.id} all the same.`.replace(
      /^./,
      (letter) => letter.toUpperCase(),
    ),
    operations: [operationIdOf(write, resource)],
    clause: write.verb === 'replace' ? 'semantics.1.2' : 'errors.1',
    get witness() {
      return witnessOf(resource, write, part);
    },
    hooks: () => leavingBehind(resource, write, part),
  };
}

/** The refusals of a server that carries out a write in parts. */
function leavingBehind(resource: Resource, write: WriteForm, part: StoredPart): Hooks {
  return {
    yaml: true,
    response: async (response, request, upstream) => {
      if (
        isWriteOf(request, write, resource) &&
        response.status >= 400 &&
        response.status < 500 &&
        response.status !== 404 &&
        response.status !== 415
      )
        await leave(request, part, upstream);
    },
  };
}

async function leave(request: FaultyRequest, { path }: StoredPart, upstream: UpstreamClient): Promise<void> {
  const target =
    path[0] === 'status'
      ? `${objectPath(request)}/status`
      : request.call?.verb === POST.verb
        ? `${request.path.replace(/\/$/, '')}/${String(objectAt(request.json, 'metadata')?.['name'])}`
        : objectPath(request);
  const operations = operationsOf(request).filter((operation) =>
    path.every((step, index) => stepsOf(String(operation['path'] ?? ''))[index] === step),
  );
  if (Array.isArray(request.json)) {
    for (const operation of operations) await upstream.send('PATCH', target, [operation], JSON_PATCH_TYPE);
    return;
  }
  const value = path.reduce((inner: unknown, step) => (isObject(inner) ? inner[step] : undefined), request.json);
  if (value === undefined) return;
  await upstream.send('PATCH', target, nested(path, value), MERGE_PATCH_TYPE);
}

function nested(path: readonly string[], value: unknown): Bendable {
  return path.toReversed().reduce((inner: unknown, step) => ({ [step]: inner }), value) as Bendable;
}

/**
 * A write that changes the part and is refused, because of a name in use, a stale version, or another name than that of
 * the object.
 */
function witnessOf(resource: Resource, write: WriteForm, part: StoredPart): Witness {
  const { status, ...sample } = sampleOf(resource, 0);
  const value =
    part.value ??
    (part.id === 'spec'
      ? { ...(sample['spec'] as Bendable), ...SPEC_CHANGES[resource.kind] }
      : (sampleOf(resource, 1)['status'] ?? status));
  const metadata = objectAt(sample, 'metadata') ?? {};
  const changed: Bendable =
    part.path[0] === 'metadata'
      ? { ...sample, metadata: { ...metadata, [part.path[1] ?? '']: value } }
      : { ...sample, [part.path[0] ?? '']: value };
  return [
    creating(resource, sample),
    refusedRequest(resource, write, part, changed),
    reading(resource),
    { method: 'DELETE', target: reading(resource).target, body: { gracePeriodSeconds: 0 } },
  ];
}

function refusedRequest(
  resource: Resource,
  write: WriteForm,
  { id, path }: StoredPart,
  changed: Bendable,
): WitnessRequest {
  const request = writing(
    { resource, pattern: id === 'spec' ? ['spec', ...Object.keys(SPEC_CHANGES[resource.kind] ?? {})] : path },
    write,
    changed,
  );
  if (isPost(write)) return request;
  if (write.mediaType === undefined)
    return {
      ...request,
      body: { ...changed, metadata: { ...objectAt(changed, 'metadata'), uid: '00000000-0000-4000-8000-000000000000' } },
    };
  const { body } = request;
  return {
    ...request,
    body: Array.isArray(body)
      ? [...(body as unknown[]), { op: 'test', path: '/metadata/name', value: 'another' }]
      : { ...(body as Bendable), metadata: { ...objectAt(body, 'metadata'), name: 'another' } },
  };
}
