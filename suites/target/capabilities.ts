import type { Operation, OperationId } from '../../spec/surface/operations.ts';
import type { Response } from './target.ts';

/**
 * What the target offers of each operation of the surface, as plain data. An operation that the document tabulates is `offered` or
 * `failing`; one that it does not may be `unsupported` (document, Rules 6).
 */
export type Capabilities = Readonly<Record<OperationId, Capability>>;

/**
 * What acts by itself on objects of a kind: on deployments, which get replica sets and pods; on jobs, which get pods; on pods, which get a
 * host (`scheduler`) and are then reported on (`nodes`).
 */
export type Loop = 'deployments' | 'jobs' | 'scheduler' | 'nodes';

/** Where `Capabilities` say whether a control loop acts: beside the operations, whose ids begin with a method. */
export function loopId(loop: Loop): string {
  return `control loop on ${loop}`;
}

/** What a target may be able to do with `application/vnd.kubernetes.protobuf`: answer in it, or read bodies in it. The vendor in the name is left open, so one that does neither obeys. */
export type ProtobufUse = 'answers' | 'bodies';

/** Where `Capabilities` say so: beside the operations. */
export function protobufId(use: ProtobufUse): string {
  return `protobuf ${use}`;
}

export type Capability =
  | { readonly offer: 'offered' }
  /** `evidence` is one line: `PATCH /api/v1/namespaces/a/events/b answered 405`. */
  | { readonly offer: 'unsupported'; readonly evidence: string }
  /** The document tabulates it, and the target does not serve its path or method. `shown`: on something that is there, so that a plain call proves it. */
  | { readonly offer: 'absent'; readonly evidence: string; readonly shown: boolean }
  /** `status` is absent if no answer came. */
  | { readonly offer: 'failing'; readonly evidence: string; readonly status?: number }
  /** Not tried, because the run may not: `evidence` says what forbids it. */
  | { readonly offer: 'withheld'; readonly evidence: string };

/** One request that tried an operation, and what came of it. */
export interface Trial {
  readonly method: string;
  readonly target: string;
  readonly response: Pick<Response, 'status' | 'failure'>;
  /** Whether what the path names is known to exist: then 404 is about the path. */
  readonly exists: boolean;
}

const OFFERED: Capability = { offer: 'offered' };

/**
 * What a trial says of its operation. 404 on a thing known to exist, 405 and 501 mean that the target does not serve it; of an untabulated
 * one 403 does too, and what else goes wrong is for the rules to judge. A tabulated one that does not succeed for another reason is failing.
 */
export function capabilityOf(operation: Operation, { method, target, response, exists }: Trial): Capability {
  const { status } = response;
  if (status !== undefined && status >= 200 && status < 300) return OFFERED;
  if (status === 404 && !exists) return OFFERED;
  const evidence = `${method} ${target} ${status === undefined ? `got no answer (${response.failure ?? 'unknown'})` : `answered ${status}`}`;
  const isUnserved = status === 404 || status === 405 || status === 501;
  if (!operation.tabulated) return isUnserved || status === 403 ? { offer: 'unsupported', evidence } : OFFERED;
  if (isUnserved) return absent(evidence, exists);
  return { offer: 'failing', evidence, ...(status === undefined ? {} : { status }) };
}

/** An operation of the tables that the target does not serve, by the request that shows it. */
export function absent(evidence: string, shown: boolean): Capability {
  return { offer: 'absent', evidence, shown };
}

/** The reason for a rule that needs an absent operation: `the server does not serve this operation: PATCH ... answered 404`. */
export function whyAbsent({ evidence }: Extract<Capability, { readonly offer: 'absent' }>): string {
  return `the server does not serve this operation: ${evidence}`;
}
