import type { FaultyRequest, FaultyResponse, Variant } from '../fault.ts';
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
      return {
        ...hooks,
        request: async (request, upstream) => unspoken(request) ?? hooks.request?.(request, upstream),
      };
    },
  };
}

/**
 * Refuses protobuf bodies, and requests that accept only protobuf; asks the upstream for the other types. `code`: the
 * status of both refusals; by default 415 for a body, and 406 for what is accepted.
 */
export function unspoken(request: FaultyRequest, code?: number): FaultyResponse | undefined {
  if (PROTOBUF.test(contentTypeOf(request))) return refusal(code ?? 415, 'UnsupportedMediaType');
  const accepted = acceptOf(request)
    .split(',')
    .map((type) => type.trim());
  const spoken = accepted.filter((type) => !PROTOBUF.test(type));
  if (spoken.length === 0) return refusal(code ?? 406, 'NotAcceptable');
  if (spoken.length < accepted.length) request.headers['accept'] = spoken.join(', ');
  return undefined;
}
