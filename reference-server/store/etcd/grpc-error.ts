/** A gRPC call that was not answered, or not with what was asked for. */
export class GrpcError extends Error {
  override readonly name = 'GrpcError';
  readonly code = 'ERR_GRPC';
  /** What the server answered, as gRPC numbers it; `undefined` where there was no answer. */
  readonly status: number | undefined;
  /** Whether it is sure that the server has not begun with the call. */
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
