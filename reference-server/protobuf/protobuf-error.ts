/** Bytes that are no protobuf message of the type that was expected. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
  readonly code = 'ERR_PROTOBUF';
}
