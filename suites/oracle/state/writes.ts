import { isWrite, type WriteVerb } from '../../../spec/surface/operations.ts';
import type { Kind, Resource } from '../../../spec/surface/resources.ts';
import type { Exchange } from '../history.ts';
import { at, textAt } from '../json.ts';
import { keyOf, type ObjectKey } from './object-key.ts';
import { isWhole, type Observation } from './observations.ts';

/** A request that may change stored objects. */
export interface Write {
  readonly exchange: Exchange;
  readonly verb: WriteVerb;
  readonly resource: Resource;
  /** `undefined` for a collection delete, and for a create whose server-chosen name is unknown. */
  readonly key: ObjectKey | undefined;
  /**
   * `acknowledged`: 2xx and complete. `refused`: 4xx. `unknown`: pending, missing or truncated response, or 5xx; the
   * write may have taken effect.
   */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** The stored object in the response of an acknowledged write; none for deletes. */
  readonly response: Observation | undefined;
  /** The write took effect, if at all, within [began, settled]. An unknown write may take effect at any later time. */
  readonly began: number;
  readonly settled: number;
}

/** The write of an exchange, given the observations in its response. */
export function writeIn(exchange: Exchange, observations: readonly Observation[]): Write | undefined {
  const { call } = exchange;
  const { verb } = call ?? {};
  if (call?.resource === undefined || verb === undefined || !isWrite(verb)) return undefined;
  const outcome = outcomeOf(exchange);
  const response = observations.find(({ source }) => source === 'write');
  return {
    exchange,
    verb,
    resource: call.resource,
    key: response?.key ?? keyWritten(exchange, call.resource, verb),
    outcome,
    response,
    began: exchange.began,
    settled: outcome === 'unknown' ? Number.POSITIVE_INFINITY : exchange.ended,
  };
}

/** Whether a write may have changed the object with that uid, not another object that had or got its name. */
export function mayChange({ outcome, response }: Write, uid: string | undefined): boolean {
  return outcome !== 'refused' && (response?.uid === undefined || uid === undefined || response.uid === uid);
}

/** Whether a write can delete objects. */
export function removes(write: Write): boolean {
  return write.verb === 'delete' || write.verb === 'deleteCollection';
}

/** Whether a write can create an object: a create, or a PUT if the server allows that. */
export function makes(write: Write): boolean {
  return write.verb === 'create' || write.verb === 'replace';
}

/**
 * Whether a write may touch that object: it names the object, its collection or its namespace, or its own key is
 * unknown and may match.
 */
export function mayTouch(write: Write, key: ObjectKey): boolean {
  if (write.key !== undefined) return write.key.id === key.id || isItsNamespace(write, key);
  return (
    write.resource.kind === key.kind &&
    (write.exchange.call?.namespace === key.namespace || write.exchange.call?.namespace === undefined)
  );
}

/**
 * How objects of each kind disappear after a delete, if they have no finalizers of their own (document, Semantics 6;
 * readings).
 */
export const DELETION_OF_KIND: Readonly<
  Record<Kind, 'at-once' | 'after-grace' | 'after-dependants' | 'after-contents'>
> = {
  ConfigMap: 'at-once',
  Event: 'at-once',
  Namespace: 'after-contents',
  Pod: 'after-grace',
  Secret: 'at-once',
  Service: 'at-once',
  DaemonSet: 'after-dependants',
  Deployment: 'after-dependants',
  Ingress: 'at-once',
  ReplicaSet: 'after-dependants',
  Job: 'after-dependants',
  CronJob: 'after-dependants',
};

/**
 * Whether this acknowledged delete removes an object without finalizers immediately: plain objects always, pods with
 * a grace period of 0, owners with background deletion of dependants. Options in the query only count if there is no
 * body, because real servers read one or the other.
 */
export function removesAtOnce(write: Write): boolean {
  if (write.verb !== 'delete' || write.outcome !== 'acknowledged') return false;
  const { orphan, policy, grace } = deleteOptions(write.exchange);
  const deletion = DELETION_OF_KIND[write.resource.kind];
  if (orphan || deletion === 'after-contents' || (policy !== undefined && policy !== 'Background')) return false;
  if (deletion === 'after-dependants') return policy === 'Background';
  return deletion === 'at-once' || grace === 0;
}

function deleteOptions({ request: { body, query } }: Exchange): {
  orphan: boolean;
  policy: string | undefined;
  grace: number;
} {
  const sent = body?.value;
  if (body !== undefined && body.text.trim() !== '') {
    return {
      orphan: at(sent, 'orphanDependents') !== undefined,
      policy: textAt(sent, 'propagationPolicy'),
      grace: Number(at(sent, 'gracePeriodSeconds') ?? Number.NaN),
    };
  }
  return {
    orphan: query.has('orphanDependents'),
    policy: query.get('propagationPolicy') ?? undefined,
    grace: Number(query.get('gracePeriodSeconds') ?? Number.NaN),
  };
}

/** Plural of the Namespace resource. */
const NAMESPACES = 'namespaces';

function isItsNamespace(write: Write, key: ObjectKey): boolean {
  return write.resource.plural === NAMESPACES && removes(write) && write.key?.name === key.namespace;
}

function keyWritten(exchange: Exchange, resource: Resource, verb: WriteVerb): ObjectKey | undefined {
  const { namespace, name } = exchange.call ?? {};
  if (verb === 'deleteCollection') return undefined;
  const written = name ?? textAt(exchange.request.body?.value, 'metadata', 'name');
  return written === undefined ? undefined : keyOf(resource, namespace, written);
}

function outcomeOf(exchange: Exchange): Write['outcome'] {
  if (isWhole(exchange)) return 'acknowledged';
  const status = exchange.response?.status ?? 0;
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}
