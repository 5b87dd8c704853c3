import { dump } from 'js-yaml';
import { JSON_STREAM_TYPE, JSON_TYPE, PROTOBUF_STREAM_TYPE, PROTOBUF_TYPE } from '../../../spec/surface/media-types.ts';
import type { TypeId } from '../../../spec/schemas/schema.ts';
import { type EventType, type ObjectEntry, shownObject, watchFrame } from '../../objects/stored-object.ts';
import type { Resource } from '../../../spec/surface/resources.ts';
import type * as ObjectBytes from '../../protobuf/object-bytes.ts';
import { BodySyntaxError } from './body-syntax-error.ts';
import { parseJson } from './parse-json.ts';
import { parseYaml, type YamlChoices } from './parse-yaml.ts';
import { textOf } from './body-text.ts';

/** One media type of objects. Each row of the table below is one. */
export interface Codec {
  /** The Content-Type of responses. */
  readonly mediaType: string;
  /** Other names in requests. */
  readonly aliases: readonly string[];
  /** Loads the codec on demand; absent if it is always ready. */
  readonly load?: () => Promise<void>;
  /** Decodes a body of that type. Throws `BodySyntaxError`. */
  readonly decode: (body: Buffer, expected: TypeId) => unknown;
  /** Compact unless `pretty`, if the format has the difference. */
  readonly encode: (value: unknown, pretty: boolean) => Buffer;
  /** Whether it can encode values other than API objects, such as the version. */
  readonly takesAnyValue: boolean;
  /** Whether a list in it can say that it has more pages: protobuf of that era has no field for that. */
  readonly pages: boolean;
  /** Frames the events of a watch; absent if the format cannot carry a watch. */
  readonly stream?: EventStream;
}

/** The frames of a watch. */
export interface EventStream {
  /** The Content-Type if `;stream=watch` was requested, and if it was not. */
  readonly mediaTypes: readonly [asked: string, otherwise: string];
  readonly frame: (entry: ObjectEntry, type: EventType, resource: Resource) => Buffer;
  /** The content of a frame for transports with messages. */
  readonly message: (frame: Buffer) => Buffer;
  /** The last frame of a failed watch; `status` is a Status. */
  readonly errorFrame: (status: object) => Buffer;
}

/** Lines of JSON, the default framing of a watch. */
export const JSON_STREAM: EventStream = {
  mediaTypes: [JSON_STREAM_TYPE, JSON_TYPE],
  frame: watchFrame,
  message: (frame) => frame.subarray(0, -1),
  errorFrame: (object) => Buffer.from(`${JSON.stringify({ type: 'ERROR', object })}\n`),
};

export const JSON_CODEC: Codec = {
  mediaType: 'application/json',
  aliases: [],
  decode: (body) => parseJson(textOf(body)),
  encode: (value, pretty) => Buffer.from(`${JSON.stringify(value, null, pretty ? 2 : 0)}\n`),
  takesAnyValue: true,
  pages: true,
  stream: JSON_STREAM,
};

export const YAML_CODEC: Codec = {
  mediaType: 'application/yaml',
  aliases: ['application/x-yaml', 'text/yaml'],
  decode: (body) =>
    parseYaml(textOf(body), { 'media-types.yaml-booleans': 'either', 'media-types.yaml-forms': 'either' }),
  encode: (value) => Buffer.from(dump(value, { noRefs: true, lineWidth: -1 })),
  takesAnyValue: true,
  pages: true,
};

/** The YAML codec of a dialect. */
export function yamlCodecOf(choices: YamlChoices): Codec {
  return { ...YAML_CODEC, decode: (body) => parseYaml(textOf(body), choices) };
}

let loaded: typeof ObjectBytes | undefined;

function objectBytes(): typeof ObjectBytes {
  if (loaded === undefined) throw new TypeError('the protobuf codec was used before it was loaded');
  return loaded;
}

/** The length prefix of a protobuf frame. */
const LENGTH_BYTES = 4;

const PROTOBUF_CODEC: Codec = {
  mediaType: PROTOBUF_TYPE,
  aliases: [],
  load: async () => {
    loaded ??= await import('../../protobuf/object-bytes.ts');
  },
  decode: (body, expected) => {
    try {
      return objectBytes().objectFromBytes(body, expected);
    } catch (error) {
      if (error instanceof Error && error.name === 'ProtobufError')
        throw new BodySyntaxError(`not an object in protobuf: ${error.message}`);
      throw error;
    }
  },
  encode: (value) => objectBytes().objectToBytes(value as object),
  takesAnyValue: false,
  pages: false,
  stream: {
    mediaTypes: [PROTOBUF_STREAM_TYPE, PROTOBUF_STREAM_TYPE],
    message: (frame) => frame.subarray(LENGTH_BYTES),
    frame: (entry, type, resource) => objectBytes().watchEventToBytes(type, shownObject(entry, resource)),
    errorFrame: (status) => objectBytes().watchEventToBytes('ERROR', status),
  },
};

export const CODECS: readonly Codec[] = [JSON_CODEC, YAML_CODEC, PROTOBUF_CODEC];

const BY_NAME: ReadonlyMap<string, Codec> = new Map(
  CODECS.flatMap((codec) => [codec.mediaType, ...codec.aliases].map((name): [string, Codec] => [name, codec])),
);

/** The codec of a media type without parameters, in lower case; if `exact`, only by its own name. */
export function codecNamed(mediaType: string, exact: boolean): Codec | undefined {
  const codec = BY_NAME.get(mediaType);
  return exact && codec?.mediaType !== mediaType ? undefined : codec;
}
