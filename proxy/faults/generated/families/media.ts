import {
  JSON_STREAM_TYPE,
  PATCH_TYPES,
  PROTOBUF_STREAM_TYPE,
  PROTOBUF_TYPE,
  YAML_TYPE,
} from '../../../../spec/surface/media-types.ts';
import { type Operation, OPERATIONS } from '../../../../spec/surface/operations.ts';
import { resourceById } from '../../../../spec/surface/resources.ts';
import { isObject, jsonResponse, metadataOf, succeeded, successStatus } from '../../bend.ts';
import type { FaultyRequest, Hooks } from '../../fault.ts';
import { type Picks, refused, takenFor } from '../bends.ts';
import type { GeneratedFault } from '../generated-fault.ts';
import { isOf } from '../on-operation.ts';
import { listing } from '../sample-objects.ts';
import type { Witness } from '../witness.ts';
import { OWN_SAMPLES, callOf, twoSamples } from '../witness-of-call.ts';
import { acceptedIn, sentIn } from './media-headers.ts';
import { statusBodyWays } from './media-status.ts';
import type { HeaderDefect } from './media-way.ts';

/**
 * For each operation of the tables, discovery included, each media type of its response and body is refused,
 * mislabelled or replaced. A PUT of any status is refused, not stored, or stored wrongly in other types than JSON.
 */
export function* mediaFaults(): Iterable<GeneratedFault> {
  for (const operation of OPERATIONS) {
    for (const way of [...(operation.tabulated ? waysOf(operation) : []), ...statusBodyWays(operation)])
      yield faultOf(operation, way);
  }
}

function faultOf(operation: Operation, way: HeaderDefect): GeneratedFault {
  const { how, header, value, does, clause, hooks, allowed } = way;
  const isSent = header === 'accept' ? acceptedIn(value) : sentIn(value);
  const picks: Picks = (request) => isOf(request, operation) && isSent(request);
  const label = operation.resource === undefined ? operation.path.slice(1).replaceAll('/', '.') : operation.resource;
  return {
    name: `media/${operation.verb}/${label}/${how}`,
    family: 'media',
    summary: `${operation.id} with \`${header}: ${value}\` ${does}.`,
    operations: [operation.id],
    clause,
    ...(allowed === undefined ? {} : { allowed }),
    get witness() {
      return way.witness?.() ?? witnessOf(operation, way);
    },
    hooks: () => hooks(picks),
  };
}

function witnessOf(operation: Operation, { header, value, options = {}, body: special }: HeaderDefect): Witness {
  if (operation.resource === undefined)
    return [{ method: operation.method, target: operation.path, headers: { [header]: value } }];
  const subject = { operation, resource: resourceById(operation.resource), label: '' };
  const call = callOf(subject, `${OWN_SAMPLES}${operation.response === 'WatchEvent' ? '&timeoutSeconds=1' : ''}`);
  const body =
    operation.method === 'DELETE' && header === 'content-type'
      ? { body: { kind: 'DeleteOptions', apiVersion: 'v1', ...options } }
      : {};
  return [
    ...twoSamples(subject),
    {
      ...call,
      ...body,
      ...(special === undefined ? {} : { body: special }),
      headers: { ...call.headers, [header]: value },
    },
    listing(subject.resource),
  ];
}

function waysOf(operation: Operation): readonly HeaderDefect[] {
  return [
    ...responseWays(operation),
    ...(operation.verb === 'patch' || operation.verb === 'patchStatus'
      ? PATCH_WAYS
      : operation.method === 'GET'
        ? READ_WAYS
        : bodyWays(operation)),
  ];
}

const ANSWERS: readonly (readonly [how: string, value: string])[] = [
  ['json', 'application/json'],
  ['yaml', YAML_TYPE],
  ['protobuf', PROTOBUF_TYPE],
  ['any', '*/*'],
  ['charset', 'application/json;charset=utf-8'],
  ['several', `application/xml, ${YAML_TYPE}, application/json`],
  ['weighted', 'application/json;q=0.5, */*;q=0.1'],
];

const STREAMS: readonly (readonly [how: string, value: string])[] = [
  ['json-stream', JSON_STREAM_TYPE],
  ['protobuf-stream', PROTOBUF_STREAM_TYPE],
];

function responseWays(operation: Operation): readonly HeaderDefect[] {
  const clause = operation.resource === undefined ? 'media-types.discovery' : 'media-types.1';
  const streaming = operation.response === 'WatchEvent';
  const of = (how: string, value: string, does: string, hooks: HeaderDefect['hooks']): HeaderDefect => ({
    how,
    header: 'accept',
    value,
    does,
    clause,
    hooks,
  });
  const refusals = (streaming ? [...ANSWERS.filter(([how]) => how !== 'yaml'), ...STREAMS] : ANSWERS).map(
    ([how, value]) => of(`${how}-answer-refused`, value, 'is refused', refused),
  );
  if (streaming) return refusals;
  return [
    ...refusals,
    of('json-answer-mislabelled', 'application/json', 'gets JSON that is labelled as text', labelled('text/plain')),
    of('yaml-answer-mislabelled', YAML_TYPE, 'gets YAML that is labelled as JSON', labelled('application/json')),
    of(
      'protobuf-answer-mislabelled',
      PROTOBUF_TYPE,
      'gets protobuf that is labelled as bytes',
      labelled('application/octet-stream'),
    ),
    of('json-answer-in-yaml', 'application/json', 'gets YAML', respondedIn(YAML_TYPE)),
    of('yaml-answer-in-json', YAML_TYPE, 'gets JSON', respondedIn('application/json')),
    of('protobuf-answer-in-json', PROTOBUF_TYPE, 'gets JSON', respondedIn('application/json')),
    of('lower-case-accept-ignored', YAML_TYPE, 'spelled in lower case gets JSON', (picks) =>
      takenFor(
        (request) => picks(request) && request.spelled.has('accept'),
        (request) => void delete request.headers['accept'],
      ),
    ),
    of('yaml-answer-cut', YAML_TYPE, 'gets YAML whose second half is missing', halved),
    of('protobuf-answer-cut', PROTOBUF_TYPE, 'gets protobuf whose second half is missing', halved),
  ];
}

const labelled =
  (type: string) =>
  (picks: Picks): Hooks => ({
    response: (response, request) =>
      void (picks(request) && succeeded(response) && (response.headers['content-type'] = type)),
  });
const respondedIn =
  (type: string) =>
  (picks: Picks): Hooks =>
    takenFor(picks, (request) => void (request.headers['accept'] = type));
const halved = (picks: Picks): Hooks => ({
  response: (response, request) =>
    void (picks(request) && succeeded(response) && (response.raw = response.raw.subarray(0, response.raw.length / 2))),
});

const READ_WAYS: readonly HeaderDefect[] = [
  {
    how: 'content-type-refused',
    header: 'content-type',
    value: 'application/json',
    does: 'is refused',
    clause: 'media-types.requests.1',
    hooks: refused,
  },
];

/** Delete options that exclude each other. */
const BOTH = { orphanDependents: true, propagationPolicy: 'Orphan' };

function bodyWays(operation: Operation): readonly HeaderDefect[] {
  const of = (how: string, value: string, does: string, hooks: HeaderDefect['hooks']): HeaderDefect => ({
    how,
    header: 'content-type',
    value,
    does,
    clause: 'media-types.requests.2',
    hooks,
  });
  const refusals = [
    of('json-body-refused', 'application/json', 'is refused', refused),
    of('yaml-body-refused', YAML_TYPE, 'is refused', refused),
    of('charset-body-refused', 'application/json; charset=utf-8', 'is refused', refused),
    ...['application/json', YAML_TYPE].map((type) =>
      of(`lower-case-${type.slice(-4)}-refused`, type, 'spelled in lower case is refused', (picks) =>
        refused((request) => picks(request) && request.spelled.has('content-type')),
      ),
    ),
  ];
  if (operation.verb === 'deleteCollection') return [];
  if (operation.method === 'DELETE')
    return [
      ...refusals,
      {
        ...of('yaml-body-ignored', YAML_TYPE, 'is carried out without its options', (picks) =>
          takenFor(picks, emptyBody),
        ),
        options: BOTH,
      },
    ];
  return [
    ...refusals,
    ...REFUSED_FORMS.map(([how, type, body]): HeaderDefect => ({
      ...of(`${how}-refusal-acknowledged`, type, 'that has to be refused is acknowledged', acknowledged),
      clause: 'errors.1',
      body,
    })),
    of('yaml-body-loses-labels', YAML_TYPE, 'is stored without its labels', (picks) => ({
      yaml: true,
      ...takenFor(picks, dropLabels),
    })),
  ];
}

/** Forms of a body, each with a body that is no object. */
const REFUSED_FORMS = [
  ['json', 'application/json', '["none"]'],
  ['yaml', YAML_TYPE, '- none'],
  ['protobuf', PROTOBUF_TYPE, 'none'],
] as const;

/** Acknowledges requests that the upstream refuses because of the body. */
const acknowledged = (picks: Picks): Hooks => ({
  response: (response, request) => {
    if (picks(request) && [400, 422].includes(response.status))
      Object.assign(response, jsonResponse(200, successStatus()));
  },
});

function emptyBody(request: FaultyRequest): void {
  request.json = undefined;
  request.raw = Buffer.alloc(0);
}

function dropLabels({ json }: FaultyRequest): void {
  if (isObject(json)) delete metadataOf(json)['labels'];
}

const PATCH_WAYS: readonly HeaderDefect[] = [
  ...PATCH_TYPES.flatMap((type): readonly HeaderDefect[] => {
    const short = type.replace(/^application\/(.*)\+json$/, '$1');
    const of = (how: string, value: string, hooks: HeaderDefect['hooks'], does = 'is refused'): HeaderDefect => ({
      how: `${short}-${how}`,
      header: 'content-type',
      value,
      does,
      clause: 'media-types.patch.1',
      hooks,
    });
    return [
      of('refused', type, refused),
      {
        ...of('charset-refused', `${type}; charset=utf-8`, refused),
        allowed: 'Media types: a PATCH takes "exactly" three content types, and none of them has a parameter.',
      },
      ...(short === 'json-patch'
        ? []
        : [
            of(
              'empty-answer',
              type,
              (picks) => ({
                response: (response, request) => void (picks(request) && succeeded(response) && (response.json = {})),
              }),
              'gets an empty object',
            ),
          ]),
    ];
  }),
  ...['application/json', YAML_TYPE, 'application/apply-patch+yaml'].map((value): HeaderDefect => ({
    how: `${value.replace('application/', '')}-taken`,
    header: 'content-type',
    value,
    does: 'is carried out as a merge patch',
    clause: 'media-types.patch.2',
    hooks: (picks) => ({
      yaml: true,
      ...takenFor(picks, (request) => void (request.headers['content-type'] = 'application/merge-patch+json')),
    }),
  })),
];
