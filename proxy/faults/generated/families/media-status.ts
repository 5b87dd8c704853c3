import {
  JSON_PATCH_TYPE,
  JSON_TYPE,
  MERGE_PATCH_TYPE,
  PROTOBUF_TYPE,
  YAML_TYPE,
} from '../../../../spec/surface/media-types.ts';
import type { Operation } from '../../../../spec/surface/operations.ts';
import { type Resource, resourceById } from '../../../../spec/surface/resources.ts';
import { isObject, metadataOf, objectPath, succeeded } from '../../bend.ts';
import type { FaultyRequest, Hooks, UpstreamClient, FaultyResponse } from '../../fault.ts';
import { withoutInMetadata } from '../../protobuf-metadata.ts';
import { contentTypeOf } from '../../requests.ts';
import { MAY_REFUSE_PROTOBUF } from '../allowances.ts';
import { type Picks, refused, undone } from '../bends.ts';
import { hasTwoStatuses, sampleOf } from '../members/member-place.ts';
import { SPEC_CHANGES } from '../members/spec-changes.ts';
import { creating, reading, writing } from '../members/witnesses.ts';
import { STATUS_PUT } from '../members/write.ts';
import type { Witness, WitnessRequest } from '../witness.ts';
import { MERGE_PATCH } from '../witness-of-call.ts';
import type { HeaderDefect } from './media-way.ts';

/** A media type of a status that is not JSON. */
interface StatusForm {
  readonly id: 'yaml' | 'protobuf';
  readonly type: string;
  /** Lets hooks read bodies of the type. */
  readonly reading: Pick<Hooks, 'yaml'>;
  /** Stores the spec of the body. */
  readonly storeSpec: (request: FaultyRequest, upstream: UpstreamClient) => Promise<FaultyResponse>;
}

const FORMS: readonly StatusForm[] = [
  {
    id: 'yaml',
    type: YAML_TYPE,
    reading: { yaml: true },
    storeSpec: (request, upstream) => {
      const value = isObject(request.json) ? request.json['spec'] : undefined;
      return upstream.send('PATCH', objectPath(request), [{ op: 'add', path: '/spec', value }], JSON_PATCH_TYPE);
    },
  },
  {
    id: 'protobuf',
    type: PROTOBUF_TYPE,
    reading: {},
    storeSpec: (request, upstream) =>
      upstream.send(
        'PUT',
        objectPath(request),
        withoutInMetadata(request.raw, 'resourceVersion'),
        contentTypeOf(request),
      ),
  },
];

/** The members of the metadata that a status write can lose. */
const LOST = ['labels', 'annotations', 'finalizers'] as const;

/** A PUT of a status in YAML or protobuf is refused or not stored, stores the spec too, or loses metadata. */
export function statusBodyWays(operation: Operation): readonly HeaderDefect[] {
  if (operation.verb !== 'replaceStatus' || operation.resource === undefined) return [];
  const resource = resourceById(operation.resource);
  return FORMS.flatMap((form) => [
    ...(operation.tabulated && form.id === 'protobuf' ? [refusedWay(resource, form)] : []),
    ...(hasTwoStatuses(resource) ? [undoneWay(resource, form)] : []),
    ...(Object.hasOwn(SPEC_CHANGES, resource.kind) ? [specWay(resource, form)] : []),
    ...LOST.map((member) => losingWay(resource, form, member)),
  ]);
}

function way(
  resource: Resource,
  { id, type, reading: read }: StatusForm,
  [how, does, clause]: readonly [how: string, does: string, clause: string],
  hooks: HeaderDefect['hooks'],
): HeaderDefect {
  return {
    how: `${id}-${how}`,
    header: 'content-type',
    value: type,
    does,
    clause,
    hooks: (picks) => ({ ...read, ...hooks(picks) }),
    witness: () => witnessOf(resource, type),
  };
}

function refusedWay(resource: Resource, form: StatusForm): HeaderDefect {
  return {
    ...way(resource, form, ['body-refused', 'is refused', 'media-types.requests.2'], refused),
    allowed: MAY_REFUSE_PROTOBUF,
  };
}

function undoneWay(resource: Resource, form: StatusForm): HeaderDefect {
  return way(resource, form, ['status-undone', 'is acknowledged, but not carried out', 'rules.2.2'], undone);
}

function specWay(resource: Resource, form: StatusForm): HeaderDefect {
  return way(resource, form, ['status-takes-spec', 'stores the spec of its body too', 'rules.2.2'], (picks) =>
    alsoWriting(picks, form.storeSpec),
  );
}

function losingWay(resource: Resource, form: StatusForm, member: string): HeaderDefect {
  return way(
    resource,
    form,
    [`status-loses-${member}`, `leaves the object without its ${member}`, 'rules.2.2'],
    (picks) =>
      alsoWriting(picks, (request, upstream) =>
        upstream.send('PATCH', objectPath(request), { metadata: { [member]: null } }, MERGE_PATCH_TYPE),
      ),
  );
}

/** Hooks that write the object again after these requests. */
function alsoWriting(picks: Picks, write: StatusForm['storeSpec']): Hooks {
  return {
    response: async (response, request, upstream) => {
      if (!picks(request) || !succeeded(response)) return;
      const stored = await write(request, upstream);
      if (succeeded(stored) && isObject(response.json)) response.json = stored.json;
    },
  };
}

/** A PUT of a former status, with a former spec, in that media type. */
function witnessOf(resource: Resource, type: string): Witness {
  const sample = sampleOf(resource, 0);
  const held = { ...sample, metadata: { ...metadataOf(sample), finalizers: ['example.com/kept'] } };
  const putting = (turn: number): WitnessRequest =>
    writing({ resource, pattern: ['status'] }, STATUS_PUT, { ...held, status: sampleOf(resource, turn)['status'] });
  const { method, target } = putting(0);
  const changed = { spec: SPEC_CHANGES[resource.kind] ?? {} };
  return [
    creating(resource, held),
    putting(0),
    { ...reading(resource), headers: { accept: type === PROTOBUF_TYPE ? type : JSON_TYPE } },
    putting(1),
    { method: 'PATCH', target: reading(resource).target, headers: MERGE_PATCH, body: changed },
    { method, target, bodyOf: 2, headers: { 'content-type': type } },
    reading(resource),
  ];
}
