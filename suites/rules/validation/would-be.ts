import type { ResourceCalled } from '../../checks/answers.ts';
import { sent } from '../../checks/answers.ts';
import { knownAt } from '../../checks/known-state.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { isObject } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import type { World } from '../../oracle/world.ts';
import { keyOf } from '../../oracle/world.ts';

/** The object that a write would store if it were carried out: its body, or what its patch makes of the state that it finds. */
export function wouldBe(exchange: ResourceCalled, world: World): JsonObject | undefined {
  if (exchange.call.verb !== 'patch') return sent(exchange);
  const known = PATCHED.get(world) ?? new Map<ResourceCalled, JsonObject | undefined>();
  PATCHED.set(world, known);
  if (!known.has(exchange)) known.set(exchange, patched(exchange, world));
  return known.get(exchange);
}

/** What patches make, found once for each history: many rules ask. */
const PATCHED = new WeakMap<World, Map<ResourceCalled, JsonObject | undefined>>();

function patched(exchange: ResourceCalled, world: World): JsonObject | undefined {
  const { resource, namespace, name = '' } = exchange.call;
  const patch = exchange.request.body?.value;
  const before = knownAt(world, keyOf(resource, namespace, name), exchange.began);
  if (patch === undefined || before === undefined) return undefined;
  const outcome = applyPatch(
    exchange.request.headers.get('content-type') ?? '',
    before.content,
    patch,
    resource.schema,
  );
  return 'document' in outcome && isObject(outcome.document) ? outcome.document : undefined;
}
