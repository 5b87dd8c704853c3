import type { History } from '../oracle/history.ts';
import type { JsonObject } from '../oracle/json.ts';
import type { ResourceCalled } from './answers.ts';
import { answered, callsOf, sent } from './answers.ts';

/** A create that was acknowledged: what was sent, and what was answered. */
export interface Creation {
  readonly exchange: ResourceCalled;
  readonly sent: JsonObject;
  readonly made: JsonObject;
}

/** Every acknowledged create whose request and answer both carry an object. */
export function creations(history: History): Creation[] {
  return callsOf(history.exchanges, 'create').flatMap((exchange) => {
    const [asked, made] = [sent(exchange), answered(exchange)];
    return asked === undefined || made === undefined ? [] : [{ exchange, sent: asked, made }];
  });
}
