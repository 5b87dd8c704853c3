import { finalizersOf } from '../../oracle/objects/owners-and-finalizers.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import type { Exchange, History } from '../../oracle/history.ts';
import { at, type Json, type JsonObject } from '../../oracle/json.ts';
import { type ObjectKey, type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { DELETION_OF_KIND } from '../../oracle/state/writes.ts';
import { callsOf, type ResourceCalled, succeeded, keyCalled } from '../responses.ts';
import type { CheckContext } from '../finding.ts';
import { stateBefore } from '../fresh-reads.ts';
import { isTerminating } from '../../oracle/state/terminating.ts';

/** The delete of one object with a known previous state. */
export interface Deletion {
  readonly exchange: ResourceCalled;
  readonly key: ObjectKey;
  readonly before: Observation;
  readonly options: SentDeleteOptions;
}

/** Delete options from body and query: the document allows each as a member of the body and as a parameter. */
export interface SentDeleteOptions {
  readonly grace: Json | undefined;
  readonly policy: Json | undefined;
  readonly orphan: Json | undefined;
  /** The source of the options, in words. */
  readonly given: string;
}

/** The options that the document gives a delete. */
export const DELETE_OPTIONS = ['gracePeriodSeconds', 'propagationPolicy', 'orphanDependents'] as const;

/** Every delete of an object that certainly existed, without concurrent writes by others. */
export function deletions(history: History): Deletion[] {
  const observed = observedStateOf(history);
  return callsOf(history.exchanges, 'delete').flatMap((exchange) => {
    const key = keyCalled(exchange);
    const before = stateBefore(observed, key, exchange);
    return before === undefined ? [] : [{ exchange, key, before, options: optionsOf(exchange) }];
  });
}

/** The options in the body and in the query of a delete. */
export function optionsOf({ request: { body, query } }: Exchange): SentDeleteOptions {
  const sent = body?.value;
  const places = DELETE_OPTIONS.flatMap((name) => [
    ...(at(sent, name) === undefined ? [] : [`${name} in the body`]),
    ...(query.has(name) ? [`${name} in the query`] : []),
  ]);
  if (at(sent, 'preconditions') !== undefined) places.push('preconditions in the body');
  return {
    grace: at(sent, 'gracePeriodSeconds') ?? numberIn(query.get('gracePeriodSeconds')),
    policy: at(sent, 'propagationPolicy') ?? query.get('propagationPolicy') ?? undefined,
    orphan: at(sent, 'orphanDependents') ?? flagIn(query.get('orphanDependents')),
    given: places.length === 0 ? 'no options' : places.join(', '),
  };
}

/** Whether query options of a delete count like body options in this dialect. Also true if the query has none. */
export function queryCounts({ request: { query, body } }: Exchange, choices: DialectChoices): boolean {
  if (choices['delete.query-options'] === 'as-in-body' || !DELETE_OPTIONS.some((name) => query.has(name))) return true;
  return (body?.text ?? '') === '' && !query.has('propagationPolicy');
}

/**
 * Whether deletes of the kind obey all options, in the dialect that lets kinds differ: namespaces only obey
 * preconditions.
 */
const HEEDS_OPTIONS: Readonly<Record<Kind, boolean>> = {
  ConfigMap: true,
  Event: true,
  Namespace: false,
  Pod: true,
  Secret: true,
  Service: false,
  DaemonSet: true,
  Deployment: true,
  Ingress: true,
  ReplicaSet: true,
  Job: true,
  CronJob: true,
};

/** Whether a successful delete is of a kind that ignores delete options, in a dialect that lets kinds differ. */
export function isUnheeded(exchange: ResourceCalled, { choices }: CheckContext): boolean {
  return choices['delete.options'] === 'by-kind' && !HEEDS_OPTIONS[exchange.call.resource.kind] && succeeded(exchange);
}

/**
 * Whether the object is gone once the delete is acknowledged: plain objects always, pods with a grace period of 0,
 * owners with background deletion of dependants. Never an object with a finalizer.
 */
export function mustBeGone({ before, options: { grace, policy, orphan } }: Deletion): boolean {
  const deletion = DELETION_OF_KIND[before.key.kind];
  if (
    finalizersOf(before.content).length > 0 ||
    orphan !== undefined ||
    (policy !== undefined && policy !== 'Background')
  )
    return false;
  if (deletion === 'after-dependants') return policy === 'Background';
  return deletion === 'at-once' || (deletion === 'after-grace' && grace === 0);
}

/**
 * Why a deleted object still exists, by its own content: a finalizer, a grace period, contents. `undefined`: there
 * is no reason.
 */
export function reasonToTerminate(content: JsonObject): string | undefined {
  if (!isTerminating(content)) return undefined;
  if (finalizersOf(content).length > 0) return 'finalizer';
  if (Number(at(content, 'metadata', 'deletionGracePeriodSeconds')) > 0) return 'grace period';
  const held = at(content, 'spec', 'finalizers');
  return Array.isArray(held) && held.length > 0 ? 'contents' : undefined;
}

/**
 * Whether an object that should be gone still exists for a valid reason. A controller may add a finalizer at any
 * time. A delete without a grace period gets the default of the kind (document, Delete query parameters), and a
 * server may have a default for any kind.
 */
export function isHeld(content: JsonObject, { grace }: Pick<SentDeleteOptions, 'grace'>): boolean {
  const reason = reasonToTerminate(content);
  return reason === 'finalizer' || (reason === 'grace period' && grace !== 0);
}

function numberIn(text: string | null): number | undefined {
  return text === null ? undefined : Number(text);
}

function flagIn(text: string | null): boolean | undefined {
  return text === null ? undefined : text !== 'false' && text !== '0';
}
