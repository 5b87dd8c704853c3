import { JSON_TYPE, PROTOBUF_TYPE } from '../../spec/surface/media-types.ts';

/** Accepts protobuf, and JSON of a server that has none. */
export const PREFERS_PROTOBUF = `${PROTOBUF_TYPE}, ${JSON_TYPE};q=0.5`;
