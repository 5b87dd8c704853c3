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
  const { verb, resource, namespace, name = '' } = exchange.call;
  if (verb !== 'patch') return sent(exchange);
  const patch = exchange.request.body?.value;
  const before = knownAt(world, keyOf(resource, namespace, name), exchange.began);
  if (patch === undefined || before === undefined) return undefined;
  const patched = applyPatch(
    exchange.request.headers.get('content-type') ?? '',
    before.content,
    patch,
    resource.schema,
  );
  return 'document' in patched && isObject(patched.document) ? patched.document : undefined;
}
