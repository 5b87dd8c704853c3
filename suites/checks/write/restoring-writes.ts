import { UPDATE_VERBS } from '../../../spec/surface/operations.ts';
import { isDirective } from '../../oracle/merge/directives.ts';
import type { History } from '../../oracle/history.ts';
import { at, isObject, type Json, textAt } from '../../oracle/json.ts';
import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { callsOf, type ResourceCalled, sent, succeeded } from '../responses.ts';

/** A PUT or PATCH that succeeded and returned a version that another write had replaced before the request began. */
export interface LostWrite {
  readonly exchange: ResourceCalled;
  readonly response: Observation & { readonly version: string };
}

/** The client-written members of `metadata`. */
const CLIENTS_METADATA = ['labels', 'annotations', 'finalizers', 'ownerReferences'] as const;

/** Every such write. It had no effect, or its response is stale. */
export function lostWrites(history: History): readonly LostWrite[] {
  const writes = callsOf(history.exchanges, ...UPDATE_VERBS).filter(succeeded);
  if (writes.length === 0) return [];
  const observed = observedStateOf(history);
  return writes.flatMap((exchange) => {
    const response = observed.writeOf(exchange)?.response;
    const version = response?.version;
    return response !== undefined &&
      version !== undefined &&
      observed.wasReplaced(response.key, version, exchange.began)
      ? [{ exchange, response: { ...response, version } }]
      : [];
  });
}

/**
 * Lost writes that restore an earlier state. A server that compares a write with a stale copy takes such a write for
 * one that changes nothing:
 *
 *     PATCH label=a -> version 1, PATCH label=b -> version 2, PATCH label=a -> 200 with version 1
 *
 * A write that names a replaced version does not count: if it succeeds, it breaks the optimistic lock.
 */
export function lostRestoringWrites(history: History): readonly LostWrite[] {
  return lostWrites(history).filter(({ exchange, response }) => {
    const version = textAt(sent(exchange), 'metadata', 'resourceVersion');
    const isStale =
      version !== undefined && observedStateOf(history).wasReplaced(response.key, version, exchange.began);
    return !isStale && isShown(clientsPart(exchange), response.content);
  });
}

/** The sent members that a write of this kind stores. A JSON patch names operations, so nothing of it is compared. */
function clientsPart(exchange: ResourceCalled): Json {
  const body = sent(exchange);
  if (!isObject(body)) return {};
  if (exchange.call.verb === 'replaceStatus' || exchange.call.verb === 'patchStatus')
    return { status: at(body, 'status') ?? {} };
  const metadata = Object.fromEntries(
    CLIENTS_METADATA.flatMap((member) => {
      const value = at(body, 'metadata', member);
      return value === undefined ? [] : [[member, value]];
    }),
  );
  const { apiVersion: _path, kind: _kind, status: _status, ...rest } = body;
  return { ...rest, metadata };
}

/** Whether an object shows every sent member. Lists may have more elements, because patches merge them. */
function isShown(part: Json, shown: Json | undefined): boolean {
  if (part === null) return (shown ?? null) === null;
  if (Array.isArray(part))
    return Array.isArray(shown) && part.every((element: Json) => shown.some((other: Json) => isShown(element, other)));
  if (!isObject(part)) return part === shown;
  return Object.entries(part).every(
    ([member, value]) =>
      isDirective(member) || isShown(value, at(shown, member)) || isEmptyAndLeftOut(value, at(shown, member)),
  );
}

function isEmptyAndLeftOut(value: Json, shown: Json | undefined): boolean {
  return shown === undefined && isObject(value) && Object.keys(value).length === 0;
}
