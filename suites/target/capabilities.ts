import { saysAbsent, saysUnserved } from '../oracle/exchanges/absence.ts';
import type { Operation, OperationId, Verb } from '../../spec/surface/operations.ts';
import type { Response } from './target.ts';

/**
 * The extent to which the target offers each operation of the surface, as plain data. A tabulated operation is `offered`,
 * `absent` or `failing`; an untabulated one may be `unsupported` (document, Rules 6).
 */
export type Capabilities = Readonly<Record<OperationId, Capability>>;

/**
 * A controller or cluster component that acts on objects of a kind: on deployments (replica sets and pods), on jobs
 * (pods), on pods (`scheduler` binds them to a node, `nodes` report on them).
 */
export type ControllerName = 'deployments' | 'jobs' | 'scheduler' | 'nodes';

/** A controller that acts. */
export type ControllerFeature = `${ControllerName} controller`;

export function controllerId(controller: ControllerName): ControllerFeature {
  return `${controller} controller`;
}

/**
 * A use of `application/vnd.kubernetes.protobuf` that a target may support: in responses, or in request bodies. The
 * document leaves the vendor in the name open, so a target that supports neither obeys it.
 */
export type ProtobufUse = 'answers' | 'bodies';

export type ProtobufFeature = `protobuf ${ProtobufUse}`;

export function protobufId(use: ProtobufUse): ProtobufFeature {
  return `protobuf ${use}`;
}

/**
 * The features of a target that a rule may need: verbs of the same resource, controllers, uses of protobuf. The last two are keys
 * of `Capabilities` beside the operations, which begin with a method.
 */
export type Feature = Verb | ControllerFeature | ProtobufFeature;

export type Capability =
  | { readonly offer: 'offered' }
  /** `evidence` is one line: `PATCH /api/v1/namespaces/a/events/b returned 405`. */
  | { readonly offer: 'unsupported'; readonly evidence: string }
  /**
   * The document tabulates the operation, but the target does not serve its path or method. `shown`: the request
   * named an existing object, so a plain call proves it.
   */
  | { readonly offer: 'absent'; readonly evidence: string; readonly shown: boolean }
  /** `status` is absent if no response arrived. */
  | { readonly offer: 'failing'; readonly evidence: string; readonly status?: number }
  /** The run may not try it; `evidence` says what forbids it. */
  | { readonly offer: 'withheld'; readonly evidence: string };

/** One request that tried an operation, and its result. */
export interface CapabilityTrial {
  readonly method: string;
  readonly target: string;
  readonly response: Pick<Response, 'status' | 'failure'>;
  /** Whether the object that the path names is known to exist. If so, 404 is about the path. */
  readonly exists: boolean;
}

const OFFERED: Capability = { offer: 'offered' };

/**
 * Draws the conclusion from a trial. 404 or 410 on an object known to exist, 405 and 501 mean that the target does not
 * serve the operation. For an untabulated operation 403 means so too; other failures are left to the rules. A
 * tabulated operation that fails for another reason is `failing`.
 */
export function capabilityOf(operation: Operation, { method, target, response, exists }: CapabilityTrial): Capability {
  const { status } = response;
  if (status !== undefined && status >= 200 && status < 300) return OFFERED;
  if (saysAbsent(status) && !exists) return OFFERED;
  const evidence = `${method} ${target} ${status === undefined ? `got no response (${response.failure ?? 'unknown'})` : `returned ${status}`}`;
  const isUnserved = saysUnserved(status);
  if (!operation.tabulated) return isUnserved || status === 403 ? { offer: 'unsupported', evidence } : OFFERED;
  if (isUnserved) return absent(evidence, exists);
  return { offer: 'failing', evidence, ...(status === undefined ? {} : { status }) };
}

/** A tabulated operation that the target does not serve, with the request that shows it. */
export function absent(evidence: string, shown: boolean): Capability {
  return { offer: 'absent', evidence, shown };
}

/**
 * The reason for a rule that needs an absent operation: `the server does not serve this operation: PATCH ... returned
 * 404`.
 */
export function whyAbsent({ evidence }: Extract<Capability, { readonly offer: 'absent' }>): string {
  return `the server does not serve this operation: ${evidence}`;
}
