import { dump } from 'js-yaml';
import { parseJson } from './parse-json.ts';
import { parseYaml } from './parse-yaml.ts';

/** One media type in which objects travel. A further one is a further row. */
export interface Codec {
  /** As it is answered in Content-Type. */
  readonly mediaType: string;
  /** Other names under which requests may ask for it or send it. */
  readonly aliases: readonly string[];
  readonly decode: (text: string) => unknown;
  /** Compact where the form knows the difference. */
  readonly encode: (value: unknown, pretty: boolean) => Buffer;
  /** Whether watch events can be framed in it. */
  readonly streams: boolean;
}

export const JSON_CODEC: Codec = {
  mediaType: 'application/json',
  aliases: [],
  decode: parseJson,
  encode: (value, pretty) => Buffer.from(`${JSON.stringify(value, null, pretty ? 2 : 0)}\n`),
  streams: true,
};

export const YAML_CODEC: Codec = {
  mediaType: 'application/yaml',
  aliases: ['application/x-yaml', 'text/yaml'],
  decode: parseYaml,
  encode: (value) => Buffer.from(dump(value, { noRefs: true, lineWidth: -1 })),
  streams: false,
};

export const CODECS: readonly Codec[] = [JSON_CODEC, YAML_CODEC];

const BY_NAME: ReadonlyMap<string, Codec> = new Map(
  CODECS.flatMap((codec) => [codec.mediaType, ...codec.aliases].map((name): [string, Codec] => [name, codec])),
);

/** The codec of a media type without parameters, in lower case. */
export function codecNamed(mediaType: string): Codec | undefined {
  return BY_NAME.get(mediaType);
}
