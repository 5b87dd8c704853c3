import type { Answers } from '../../spec/dialects/index.ts';
import { parsed } from '../oracle/body.ts';
import type { History } from '../oracle/history.ts';
import { isObject, textAt } from '../oracle/json.ts';
import type { World } from '../oracle/world.ts';
import { keyOf, worldOf } from '../oracle/world.ts';
import type { ResourceCalled } from './answers.ts';
import { callsOf, sent } from './answers.ts';
import type { Finding } from './finding.ts';
import type { ToRefuse } from './refusals.ts';
import { judgeRefusals } from './refusals.ts';

/** Judges the creates, replaces and patches to which `fault` gives a name: they are refused without a trace. */
export function judgeBodies(history: History, fault: (exchange: ResourceCalled, world: World) => string | undefined, answers: Answers): Iterable<Finding> {
  const world = worldOf(history);
  const writes = callsOf(history.exchanges, 'create', 'replace', 'patch').flatMap((exchange): ToRefuse[] => {
    const shape = fault(exchange, world);
    if (shape === undefined) return [];
    const { resource, namespace, name } = exchange.call;
    return [{ exchange, key: keyOf(resource, namespace, name ?? textAt(sent(exchange), 'metadata', 'name') ?? ''), shape }];
  });
  return judgeRefusals(world, writes, answers);
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

/** Whether a body is well formed, and something else than an object: an array, a text, a number, a boolean. */
export function isNoObject(exchange: ResourceCalled): boolean {
  const value = exchange.request.body?.value;
  return value !== undefined && value !== null && !isObject(value);
}
