import type { Kind, Resource } from '../../spec/surface/resources.ts';
import type { Exchange } from './history.ts';
import { at, textAt } from './json.ts';
import type { ObjectKey } from './object-key.ts';
import { keyOf } from './object-key.ts';
import type { Observation } from './observations.ts';
import { isWhole } from './observations.ts';

export const WRITE_VERBS = [
  'create',
  'replace',
  'patch',
  'replaceStatus',
  'patchStatus',
  'delete',
  'deleteCollection',
] as const;

export type WriteVerb = (typeof WRITE_VERBS)[number];

/** A request that may change what is stored. */
export interface Write {
  readonly exchange: Exchange;
  readonly verb: WriteVerb;
  readonly resource: Resource;
  /** `undefined` for a collection delete, and for a create whose name the server chose and did not tell. */
  readonly key: ObjectKey | undefined;
  /** `acknowledged`: 2xx and whole. `refused`: 4xx. `unknown`: no answer yet, none at all, a cut one, or 5xx: it may have been done. */
  readonly outcome: 'acknowledged' | 'refused' | 'unknown';
  /** What an acknowledged write said is now stored; none for deletes. */
  readonly response: Observation | undefined;
  /** It took effect, if at all, within [began, settled]. An unknown one may do so at any later time. */
  readonly began: number;
  readonly settled: number;
}

/** The write that an exchange is, given the observations in its answer. */
export function writeIn(exchange: Exchange, observations: readonly Observation[]): Write | undefined {
  const { call } = exchange;
  const verb = WRITE_VERBS.find((known) => known === call?.verb);
  if (call?.resource === undefined || verb === undefined) return undefined;
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

/** Whether a write can remove objects. */
export function removes(write: Write): boolean {
  return write.verb === 'delete' || write.verb === 'deleteCollection';
}

/** Whether a write can bring an object into being: a create, and a PUT where a server lets it. */
export function makes(write: Write): boolean {
  return write.verb === 'create' || write.verb === 'replace';
}

/** Whether a write may touch that object: it names it, its collection or its namespace, or might be of an object with that name. */
export function mayTouch(write: Write, key: ObjectKey): boolean {
  if (write.key !== undefined) return write.key.id === key.id || isItsNamespace(write, key);
  return (
    write.resource.kind === key.kind &&
    (write.exchange.call?.namespace === key.namespace || write.exchange.call?.namespace === undefined)
  );
}

/** How objects of each kind leave when they are deleted without finalizers of their own (document, Semantics 6; readings). */
export const REMOVALS: Readonly<Record<Kind, 'at-once' | 'after-grace' | 'after-dependants' | 'after-contents'>> = {
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
 * Whether an object is gone once this delete of it was acknowledged, if it had no finalizers: plain objects always, pods with a
 * grace period of 0, owners where dependants are removed in the background. Options in the query count only where there is no
 * body: real servers read one or the other.
 */
export function removesAtOnce(write: Write): boolean {
  if (write.verb !== 'delete' || write.outcome !== 'acknowledged') return false;
  const { orphan, policy, grace } = deleteOptions(write.exchange);
  const removal = REMOVALS[write.resource.kind];
  if (orphan || removal === 'after-contents' || (policy !== undefined && policy !== 'Background')) return false;
  if (removal === 'after-dependants') return policy === 'Background';
  return removal === 'at-once' || grace === 0;
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

/** The collection whose objects the paths of all namespaced ones name before `{namespace}`. */
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
