import type { Exchange } from '../oracle/history.ts';
import type { World } from '../oracle/world.ts';
import { statusOf } from './answers.ts';

/** Whether a call of a collection that the document tabulates is answered as if there were no such place, while an object in that namespace proves it. */
export function deniesItsPlace(exchange: Exchange, world: World): boolean {
  const { call, began, ended } = exchange;
  if (
    call?.resource === undefined ||
    !call.operation.tabulated ||
    (statusOf(exchange) !== 404 && statusOf(exchange) !== 405)
  )
    return false;
  const { namespace } = call;
  return (
    namespace === undefined ||
    world.keys.some(
      (key) => key.namespace === namespace && world.surelyExists(key, began) && world.surelyExists(key, ended),
    )
  );
}
