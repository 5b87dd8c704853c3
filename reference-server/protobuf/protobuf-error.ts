/** Bytes are no protobuf message of the expected type. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
  readonly code = 'ERR_PROTOBUF';
}
