import type { Fault, FaultyRequest } from '../../fault.ts';
import { faults } from '../../named.ts';
import { isOne } from '../../requests.ts';

const isGetOfSecret = (request: FaultyRequest): boolean =>
  isOne(request, 'get') && request.call?.resource?.kind === 'Secret';

/** Servers that compress wrongly for clients that accept gzip, as every client written in Go does. */
export const COMPRESSION: readonly Fault[] = faults({
  'compressed-responses-are-not-marked': {
    summary: 'a response is compressed for a client that accepts gzip, and lacks the header that says so',
    caughtBy: 'media-types/json-is-the-default',
    hooks: () => ({ gzip: () => 'unmarked' }),
  },
  'responses-are-falsely-marked-as-compressed': {
    summary: 'a get of a Secret says `Content-Encoding: gzip` to a client that accepts it, and is not compressed',
    caughtBy: 'world/keeps-answering',
    hooks: () => ({ gzip: (request) => (isGetOfSecret(request) ? 'falsely-marked' : undefined) }),
  },
});
