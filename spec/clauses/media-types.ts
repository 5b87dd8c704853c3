import type { Clause } from './clause.ts';
import { clauses } from './rows.ts';

export const MEDIA_TYPES: readonly Clause[] = clauses('Media types', [
  [
    'media-types.1',
    'Every endpoint can respond in JSON, in YAML and in protobuf.',
    'must',
    'the words "on all endpoints"',
  ],
  ['media-types.2', 'List and watch endpoints can also respond in JSON and protobuf with stream=watch.'],
  [
    'media-types.requests.1',
    'Ordinary request bodies may have any content type.',
    'must',
    'the words "any content type"',
  ],
  ['media-types.requests.2', 'The server reads JSON and YAML request bodies.', 'must', 'the samples use both'],
  ['media-types.patch.1', 'A PATCH is a JSON patch, merge patch or strategic merge patch, by its content type.'],
  ['media-types.patch.2', 'A PATCH has no other content type.', 'must', 'the word "exactly"'],
  ['media-types.discovery', 'Discovery endpoints consume and produce JSON, YAML and protobuf.'],
]);
