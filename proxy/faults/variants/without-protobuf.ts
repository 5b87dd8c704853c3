import type { Asked, FaultyResponse, Variant } from '../fault.ts';
import { refusal } from './real-writes.ts';

const PROTOBUF = /^application\/vnd\.kubernetes\.protobuf/i;

/** The variant as a server that speaks no protobuf: what it does to objects it does to those in JSON and YAML, and one server shows the same in every form. */
export function withoutProtobuf(variant: Variant): Variant {
  return {
    ...variant,
    hooks: () => {
      const hooks = variant.hooks();
      return { ...hooks, request: async (asked, upstream) => unspoken(asked) ?? hooks.request?.(asked, upstream) };
    },
  };
}

/** Refuses what is sent in protobuf or asked for in nothing else, and asks the upstream for the other types alone. */
function unspoken(asked: Asked): FaultyResponse | undefined {
  if (PROTOBUF.test(asked.headers['content-type'] ?? '')) return refusal(415, 'UnsupportedMediaType');
  const accepted = (asked.headers['accept'] ?? '').split(',').map((type) => type.trim());
  const spoken = accepted.filter((type) => !PROTOBUF.test(type));
  if (spoken.length === 0) return refusal(406, 'NotAcceptable');
  if (spoken.length < accepted.length) asked.headers['accept'] = spoken.join(', ');
  return undefined;
}
