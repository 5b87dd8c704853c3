/** A gRPC call without a response, or with an error response. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly code = 'ERR_GRPC';
  /** The gRPC status of the response; `undefined` without a response. */
  readonly status: number | undefined;
  /** Whether the server has certainly not begun the call. */
  readonly isUnsent: boolean;

  constructor(
    message: string,
    { status, isUnsent = false }: { readonly status?: number | undefined; readonly isUnsent?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.isUnsent = isUnsent;
  }
}
