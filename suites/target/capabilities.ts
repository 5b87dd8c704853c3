import type { OperationId } from '../../spec/surface/operations.ts';

/**
 * What the target offers of each operation of the surface, as plain data. An operation that the document tabulates is `offered` or
 * `failing`; one that it does not may be `unsupported` (document, Rules 6).
 */
export type Capabilities = Readonly<Record<OperationId, Capability>>;

export type Capability =
  | { readonly offer: 'offered' }
  /** `evidence` is one line: `PATCH /api/v1/namespaces/a/events/b answered 405`. */
  | { readonly offer: 'unsupported' | 'failing'; readonly evidence: string };
