import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { MERGE_PATCH_TYPE } from '../../../../spec/surface/media-types.ts';
import {
  type BendField,
  bendObject,
  kindOf,
  nameOf,
  within,
  without,
} from '../../../../shared/protobuf/bend-message.ts';
import { jsonResponse, objectPath, successStatus } from '../../bend.ts';
import type { FaultyRequest, FaultyResponse, Fault } from '../../fault.ts';
import { faults } from '../../named.ts';
import { withoutInMetadata } from '../../protobuf-metadata.ts';
import { isOne, isWatch, isPlainList, contentTypeOf } from '../../requests.ts';
import { responding, asking, BODIED, forgiving } from '../../ways.ts';
import { returningJson } from './in-json.ts';

/** Field numbers of objects and of their metadata. */
const METADATA = 1;

const SPEC_OR_DATA = 2;

const CREATED = 8;

const speaks = (headers: Readonly<Record<string, string>>, name: 'accept' | 'content-type'): boolean =>
  headers[name]?.includes('protobuf') === true;

const sends = (request: FaultyRequest): boolean => isOne(request, BODIED) && speaks(request.headers, 'content-type');

const watchesInProtobuf = (request: FaultyRequest): boolean => isWatch(request) && speaks(request.headers, 'accept');

/** Bends the object in a protobuf response. */
function showing(bend: BendField): (response: FaultyResponse) => void {
  return (response) => {
    if (speaks(response.headers, 'content-type')) response.raw = bendObject(response.raw, bend);
  };
}

/** A message whose own integers are cut to 32 bits. */
function withShortIntegers(message: Uint8Array): Uint8Array {
  const [reader, writer] = [new BinaryReader(message), new BinaryWriter()];
  while (reader.pos < reader.len) {
    const [number, wire] = reader.tag();
    writer.tag(number, wire);
    if (wire === WireType.Varint) writer.uint64(BigInt.asUintN(32, BigInt(reader.uint64())));
    else writer.raw(reader.skip(wire, number));
  }
  return writer.finish();
}

/** Faults of protobuf bodies and responses. */
export const PROTOBUF: readonly Fault[] = faults({
  'protobuf-field-under-another-number': {
    summary:
      'a get in protobuf writes the field after the metadata, such as spec or data, under a number that no type has',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: responding(
      ['get', 'getStatus'],
      showing(([number, value]) => [[number === SPEC_OR_DATA ? 99 : number, value]]),
    ),
  },
  'protobuf-cuts-large-integers': {
    summary: 'a get in protobuf cuts the integers of a spec to 32 bits; in JSON they are right',
    caughtBy: 'create/large-integers-keep-their-digits',
    hooks: responding(
      'get',
      showing((field) => [field[0] === SPEC_OR_DATA ? [field[0], withShortIntegers(field[1])] : field]),
    ),
  },
  'protobuf-lists-ignore-label-selectors': {
    summary: 'a list in protobuf ignores its label selector',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: asking(
      (request) => isPlainList(request) && speaks(request.headers, 'accept'),
      ({ query }) => query.delete('labelSelector'),
    ),
  },
  'protobuf-exports-are-whole': {
    summary: 'a get in protobuf ignores export=true',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: asking(
      (request) => isOne(request, 'get') && speaks(request.headers, 'accept'),
      ({ query }) => query.delete('export'),
    ),
  },
  'protobuf-create-answers-without-time': {
    summary: 'the response to a create in protobuf lacks the creation timestamp',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: responding('create', showing(within(METADATA, without(CREATED)))),
  },
  // Media types: "Responses (Produces) on all endpoints: ... `application/vnd.<vendor>.protobuf`", of the same object.
  'protobuf-objects-lack-their-finalizers': {
    summary: 'the server leaves the finalizers of an object out of its protobuf form',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: responding(['get', 'getStatus', ...BODIED, 'patch'], (response) => {
      if (speaks(response.headers, 'content-type')) response.raw = withoutInMetadata(response.raw, 'finalizers');
    }),
  },
  'protobuf-put-loses-annotations': {
    summary: 'a PUT in protobuf stores everything except the annotations',
    caughtBy: 'media-types/protobuf-bodies-are-stored-as-sent',
    hooks: asking(
      (request) => isOne(request, 'replace') && sends(request),
      (request) => void (request.raw = withoutInMetadata(request.raw, 'annotations')),
    ),
  },
  'protobuf-deletes-answered-in-json': {
    summary: 'a delete that accepts protobuf gets JSON; a get in protobuf is right',
    caughtBy: 'media-types/every-endpoint-answers-in-protobuf',
    hooks: returningJson(
      (request) => isOne(request, ['delete', 'deleteCollection']) && speaks(request.headers, 'accept'),
    ),
  },
  // Media types: "Discovery endpoints consume and produce the three types listed above."
  'discovery-knows-no-protobuf': {
    summary: 'the discovery endpoints return JSON to a request that accepts protobuf; other endpoints return protobuf',
    caughtBy: 'media-types/every-endpoint-answers-in-protobuf',
    hooks: returningJson((request) => isOne(request, 'discover') && speaks(request.headers, 'accept')),
  },
  'protobuf-frames-without-length': {
    summary: 'the events of a watch in protobuf lack the length before each',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: () => ({ frame: (frame) => frame.subarray(4) }),
  },
  'protobuf-frame-has-its-length-in-two-bytes': {
    summary: 'the length before an event of a watch in protobuf is the remainder by 65536',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: () => ({
      frame: (frame) => {
        const bent = Buffer.from(frame);
        bent.writeUInt32BE(frame.readUInt32BE(0) % 65_536, 0);
        return bent;
      },
    }),
  },
  'protobuf-watches-answered-in-json': {
    summary: 'a watch that accepts protobuf gets JSON; a get in protobuf is right',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: returningJson(watchesInProtobuf),
  },
  'protobuf-watches-ignore-label-selectors': {
    summary: 'a watch in protobuf ignores its label selector',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(watchesInProtobuf, ({ query }) => query.delete('labelSelector')),
  },
  'protobuf-watches-ignore-timeouts': {
    summary: 'a watch in protobuf ignores its timeoutSeconds',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(watchesInProtobuf, ({ query }) => query.delete('timeoutSeconds')),
  },
  'protobuf-status-writes-store-the-spec': {
    summary: 'a PUT of /status in protobuf stores the spec that it carries too',
    caughtBy: 'media-types/protobuf-bodies-are-stored-as-sent',
    hooks: () => ({
      request: async (request, upstream) => {
        if (!isOne(request, 'replaceStatus') || !speaks(request.headers, 'content-type')) return;
        request.raw = withoutInMetadata(request.raw, 'resourceVersion');
        await upstream.send('PUT', objectPath(request), request.raw, contentTypeOf(request));
      },
    }),
  },
  'unreadable-protobuf-acknowledged': {
    summary: 'a create or PUT whose protobuf body is unreadable returns success, and nothing is stored',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: forgiving(sends, [400, 422, 500], (_, request) =>
      kindOf(request.raw) === undefined ? jsonResponse(200, successStatus()) : undefined,
    ),
  },
  'foreign-protobuf-stored-empty': {
    summary:
      'a create whose protobuf message is of another kind stores an empty object under its name if the kind allows that',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: () => ({
      request: async (request, upstream) => {
        const kind = isOne(request, 'create') && sends(request) ? kindOf(request.raw) : undefined;
        return kind === undefined || kind === request.call?.resource?.kind
          ? undefined
          : upstream.send('POST', request.path, { metadata: { name: nameOf(request.raw) } });
      },
    }),
  },
  'protobuf-objects-are-not-checked': {
    summary: 'a create of an invalid object in protobuf returns success',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (request) => isOne(request, 'create') && sends(request) && kindOf(request.raw) === request.call?.resource?.kind,
      [422],
      () => jsonResponse(200, successStatus()),
    ),
  },
  'protobuf-options-of-a-delete-not-checked': {
    summary: 'a delete whose protobuf options exclude each other is carried out with the first of them',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (request) => isOne(request, 'delete') && speaks(request.headers, 'content-type'),
      [400, 422],
      (_, request, upstream) => upstream.send('DELETE', request.path, { propagationPolicy: 'Background' }),
    ),
  },
  'protobuf-puts-are-not-locked': {
    summary: 'a PUT in protobuf with a version that was replaced is stored, as if it had the current one',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (request) => isOne(request, 'replace') && speaks(request.headers, 'content-type'),
      [409],
      (_, request, upstream) =>
        upstream.send('PATCH', request.path, { metadata: { annotations: { late: 'yes' } } }, MERGE_PATCH_TYPE),
    ),
  },
  // Events 4: "with it, only changes after that version are delivered" - in each streamed media type (Events 3).
  'protobuf-watches-ignore-their-version': {
    summary: 'a watch in protobuf starts from the beginning, whatever its resourceVersion',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(watchesInProtobuf, ({ query }) => query.delete('resourceVersion')),
  },
});
