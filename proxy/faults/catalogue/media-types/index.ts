import type { Fault } from '../../fault.ts';
import { PROTOBUF_WATCHES } from './protobuf-watches.ts';
import { ACCEPTED_TYPES } from './accepted-types.ts';
import { YAML_WORDS } from './yaml-words.ts';
import { COMPRESSION } from './compression.ts';
import { NEGOTIATION } from './negotiation.ts';
import { YAML } from './yaml.ts';
import { YAML_TEXTS } from './yaml-texts.ts';
import { PROTOBUF } from './protobuf.ts';
import { REPEATED } from './repeated.ts';

/** Faults that rules of the family `media-types` find. */
export const MEDIA_TYPES_FAULTS: readonly Fault[] = [
  ...NEGOTIATION,
  ...YAML,
  ...YAML_TEXTS,
  ...PROTOBUF,
  ...REPEATED,
  ...COMPRESSION,
  ...YAML_WORDS,
  ...ACCEPTED_TYPES,
  ...PROTOBUF_WATCHES,
];
