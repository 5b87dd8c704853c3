import { parsed } from '../oracle/body.ts';
import type { History } from '../oracle/history.ts';
import { isObject, textAt } from '../oracle/json.ts';
import type { World } from '../oracle/world.ts';
import { keyOf, worldOf } from '../oracle/world.ts';
import type { ResourceCalled } from './answers.ts';
import { callsOf, sent } from './answers.ts';
import type { CheckContext, Finding } from './finding.ts';
import { judgeRefusal } from './no-trace.ts';

/** Judges the creates, replaces and patches to which `fault` gives a name: they are refused without a trace. */
export function* judgeBodies(history: History, context: CheckContext, fault: (exchange: ResourceCalled, world: World) => string | undefined): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'patch')) {
    const shape = fault(exchange, world);
    if (shape === undefined) continue;
    const { resource, namespace, name } = exchange.call;
    const key = keyOf(resource, namespace, name ?? textAt(sent(exchange), 'metadata', 'name') ?? '');
    yield* judgeRefusal(history, context, { exchange, key, what: `a ${exchange.call.verb} with ${shape}`, shape });
  }
}

/** The text of the request's body; empty where there is none. */
export function bodyText(exchange: ResourceCalled): string {
  return exchange.request.body?.text ?? '';
}

/** Whether a body is text that is neither JSON nor YAML. */
export function isMalformed(exchange: ResourceCalled): boolean {
  const text = bodyText(exchange);
  return text.trim() !== '' && exchange.request.body?.value === undefined && parsed(text, 'json') === undefined && parsed(text, 'yaml') === undefined;
}

/** What a log keeps of a secret's body that it could not read. */
const REDACTED = 'redacted';

/** Whether a body is well formed, and something else than an object: an array, a text, a number, a boolean. */
export function isNoObject(exchange: ResourceCalled): boolean {
  const value = exchange.request.body?.value;
  return value !== undefined && value !== null && value !== REDACTED && !isObject(value);
}
