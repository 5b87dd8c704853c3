import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { jsonResponse, successStatus } from '../bend.ts';
import { type BendField, bendObject, kindOf, nameOf, within, without } from '../bend-protobuf.ts';
import type { Asked, Fault, FaultyResponse } from '../fault.ts';
import { faults } from '../named.ts';
import { answering, asking, BODIED, forgiving, isOne } from '../ways.ts';

/** Field numbers of objects and of their metadata. */
const METADATA = 1;
const SPEC_OR_DATA = 2;
const CREATED = 8;
const ANNOTATIONS = 12;

const speaks = (headers: Readonly<Record<string, string>>, name: 'accept' | 'content-type'): boolean =>
  headers[name]?.includes('protobuf') === true;
const sends = (asked: Asked): boolean => isOne(asked, BODIED) && speaks(asked.headers, 'content-type');

/** Bends the object in a protobuf response. */
function showing(bend: BendField): (answered: FaultyResponse) => void {
  return (answered) => {
    if (speaks(answered.headers, 'content-type')) answered.raw = bendObject(answered.raw, bend);
  };
}

/** Servers whose protobuf differs from their JSON. */
export const PROTOBUF_FAULTS: readonly Fault[] = faults({
  'protobuf-field-under-another-number': {
    summary:
      'a get in protobuf writes what follows the metadata, as spec or data, under a field number that no type has',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: answering(
      ['get', 'getStatus'],
      showing(([number, value]) => [[number === SPEC_OR_DATA ? 99 : number, value]]),
    ),
  },
  'protobuf-create-answers-without-time': {
    summary: 'the answer of a create in protobuf lacks the time of creation',
    caughtBy: 'media-types/protobuf-shows-the-same-object',
    hooks: answering('create', showing(within(METADATA, without(CREATED)))),
  },
  'protobuf-put-loses-annotations': {
    summary: 'a PUT in protobuf stores everything but the annotations',
    caughtBy: 'media-types/protobuf-bodies-are-stored-as-sent',
    hooks: asking(
      (asked) => isOne(asked, 'replace') && sends(asked),
      (asked) => void (asked.raw = bendObject(asked.raw, within(METADATA, without(ANNOTATIONS)))),
    ),
  },
  'protobuf-deletes-answered-in-json': {
    summary: 'a delete asked for in protobuf is answered in JSON; a get in protobuf is right',
    caughtBy: 'media-types/every-endpoint-answers-in-protobuf',
    hooks: asking(
      (asked) => isOne(asked, ['delete', 'deleteCollection']) && speaks(asked.headers, 'accept'),
      (asked) => void (asked.headers['accept'] = 'application/json'),
    ),
  },
  'protobuf-frames-without-length': {
    summary: 'a watch in protobuf tells its events without the length before each',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: () => ({ frame: (frame) => frame.subarray(4) }),
  },
  'protobuf-watches-answered-in-json': {
    summary: 'a watch asked for in protobuf comes in JSON; a get in protobuf is right',
    caughtBy: 'media-types/protobuf-watches-tell-the-same-events',
    hooks: asking(
      (asked) => asked.call?.watching === true && speaks(asked.headers, 'accept'),
      (asked) => void (asked.headers['accept'] = 'application/json'),
    ),
  },
  'unreadable-protobuf-acknowledged': {
    summary: 'a create or PUT whose body is no protobuf is answered as done, and nothing is stored',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: forgiving(sends, [400, 422, 500], (_, asked) =>
      kindOf(asked.raw) === undefined ? jsonResponse(200, successStatus()) : undefined,
    ),
  },
  'foreign-protobuf-stored-empty': {
    summary:
      'a create whose message in protobuf is of another kind stores an object of that name without anything in it, where such a one is valid',
    caughtBy: 'media-types/bytes-that-are-no-protobuf-are-refused',
    hooks: () => ({
      request: async (asked, upstream) => {
        const kind = isOne(asked, 'create') && sends(asked) ? kindOf(asked.raw) : undefined;
        return kind === undefined || kind === asked.call?.resource?.kind
          ? undefined
          : upstream.send('POST', asked.path, { metadata: { name: nameOf(asked.raw) } });
      },
    }),
  },
  'protobuf-objects-are-not-checked': {
    summary: 'a create in protobuf of an object that may not be is acknowledged',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (asked) => isOne(asked, 'create') && sends(asked) && kindOf(asked.raw) === asked.call?.resource?.kind,
      [422],
      () => jsonResponse(200, successStatus()),
    ),
  },
  'protobuf-options-of-a-delete-not-checked': {
    summary: 'a delete whose options in protobuf may not go together is carried out with the first of them',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (asked) => isOne(asked, 'delete') && speaks(asked.headers, 'content-type'),
      [400, 422],
      (_, asked, upstream) => upstream.send('DELETE', asked.path, { propagationPolicy: 'Background' }),
    ),
  },
  'protobuf-puts-are-not-locked': {
    summary: 'a PUT in protobuf with a version that was replaced is stored, as if it had the current one',
    caughtBy: 'media-types/protobuf-refuses-what-json-does',
    hooks: forgiving(
      (asked) => isOne(asked, 'replace') && speaks(asked.headers, 'content-type'),
      [409],
      (_, asked, upstream) =>
        upstream.send('PATCH', asked.path, { metadata: { annotations: { late: 'yes' } } }, MERGE_PATCH_TYPE),
    ),
  },
});
