import { requestType } from '../../oracle/exchanges/media-type.ts';
import { knownAt } from '../../checks/known-state.ts';
import { isObject } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import type { Observation, ObservedState } from '../../oracle/observed-state.ts';
import { type ResourceCalled, sent, keyCalled } from '../judging.ts';
import type { JsonObject } from '../rule.ts';

/** The object that a write would store if it succeeded: its body, or its patch applied to the present state. */
export function wouldBe(exchange: ResourceCalled, observed: ObservedState): JsonObject | undefined {
  if (exchange.call.verb !== 'patch') return sent(exchange);
  const known = PATCHED.get(observed) ?? new Map<ResourceCalled, JsonObject | undefined>();
  PATCHED.set(observed, known);
  if (!known.has(exchange)) known.set(exchange, patched(exchange, observed));
  return known.get(exchange);
}

/** Results of patches, cached per history because many rules need them. */
const PATCHED = new WeakMap<ObservedState, Map<ResourceCalled, JsonObject | undefined>>();

/** The object before a write, if it is known. */
export function beforeWrite(exchange: ResourceCalled, observed: ObservedState): Observation | undefined {
  return knownAt(observed, keyCalled(exchange), exchange.began);
}

function patched(exchange: ResourceCalled, observed: ObservedState): JsonObject | undefined {
  const { resource } = exchange.call;
  const patch = exchange.request.body?.value;
  const before = beforeWrite(exchange, observed);
  if (patch === undefined || before === undefined) return undefined;
  const outcome = applyPatch(requestType(exchange), before.content, patch, resource.schema);
  return 'document' in outcome && isObject(outcome.document) ? outcome.document : undefined;
}
