import type { Exchange } from '../oracle/history.ts';
import type { Held, Observed, Violated } from './finding.ts';

/** The length to which a value in a finding is cut. */
const SHOWN = 160;

/** The rule applied and was kept. */
export function held(exchange: Exchange, shape: string): Held {
  return { outcome: 'held', ...placeOf(exchange), shape };
}

/** The rule was violated. `cause` holds no server-chosen value. */
export function violated(exchange: Exchange, expected: string, actual: string, cause: string): Violated {
  return { outcome: 'violated', ...placeOf(exchange), expected, actual, cause };
}

/** The violation, with the note that its only evidence is elapsed time. */
export function late(violation: Violated): Violated {
  return { ...violation, restsOnTime: true };
}

/** The target's behaviour where the document leaves it open. */
export function observed(exchange: Exchange, observation: string): Observed {
  return { outcome: 'observed', ...placeOf(exchange), observation };
}

/** A value on one line, cut to a readable length. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function placeOf(exchange: Exchange): { operation: string; exchange: number } {
  return {
    operation: exchange.call?.operation.id ?? `${exchange.request.method} ${exchange.request.path}`,
    exchange: exchange.id,
  };
}
