import type { Exchange } from '../oracle/history.ts';
import { textAt } from '../oracle/json.ts';
import type { ObservedState } from '../oracle/observed-state.ts';
import { type ResourceCalled, sent, keyCalled } from './responses.ts';

/**
 * Whether a call may be a client's mistake. It names an object that may be gone, creates one that may exist, names a
 * version that is not current, or sends a JSON patch that needs something to be there.
 */
export function mayBeMistaken(observed: ObservedState, exchange: ResourceCalled): boolean {
  const { name, verb } = exchange.call;
  if (verb !== 'create' && name === undefined) return false;
  const key = keyCalled(exchange);
  if (verb === 'create')
    return observed.writesTo(key).some((write) => write.exchange !== exchange && write.began < exchange.ended);
  if (needsSomething(exchange)) return true;
  const version = textAt(sent(exchange), 'metadata', 'resourceVersion');
  return (
    !observed.surelyExists(key, exchange.began) ||
    (version !== undefined && version !== observed.expectedAt(key, exchange.began)?.version)
  );
}

/** Operations of JSON patches that fail where the object is not as they have it. */
const CONDITIONAL = /"op"\s*:\s*"(?:test|copy|move|remove|replace)"/;

/** Whether a request is a JSON patch with an operation that fails where the object is not as it has it. */
export function needsSomething({ request: { body } }: Exchange): boolean {
  return CONDITIONAL.test(body?.text ?? '');
}
