import type { Asked, FaultyResponse, Variant } from '../fault.ts';
import { refusal } from './real-writes.ts';
import { acceptOf, contentTypeOf } from '../requests.ts';

const PROTOBUF = /^application\/vnd\.kubernetes\.protobuf/i;

/**
 * The variant as a server without protobuf: its hooks bend only JSON and YAML, and a server must show the same in
 * every form.
 */
export function withoutProtobuf(variant: Variant): Variant {
  return {
    ...variant,
    hooks: () => {
      const hooks = variant.hooks();
      return { ...hooks, request: async (asked, upstream) => unspoken(asked) ?? hooks.request?.(asked, upstream) };
    },
  };
}

/** Refuses protobuf bodies, and requests that accept only protobuf; asks the upstream for the other types. */
function unspoken(asked: Asked): FaultyResponse | undefined {
  if (PROTOBUF.test(contentTypeOf(asked))) return refusal(415, 'UnsupportedMediaType');
  const accepted = acceptOf(asked)
    .split(',')
    .map((type) => type.trim());
  const spoken = accepted.filter((type) => !PROTOBUF.test(type));
  if (spoken.length === 0) return refusal(406, 'NotAcceptable');
  if (spoken.length < accepted.length) asked.headers['accept'] = spoken.join(', ');
  return undefined;
}
