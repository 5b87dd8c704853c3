import { type Resource, RESOURCES } from '../../../spec/surface/resources.ts';
import type { History } from '../../oracle/history.ts';
import { isObject, type JsonObject, textAt, listAt } from '../../oracle/json.ts';
import { received, type Called } from '../responses.ts';

/** A successful response of a group-version's discovery path. */
export interface Discovery {
  readonly exchange: Called;
  readonly response: JsonObject;
  /** The document's resources under that path. */
  readonly resources: readonly Resource[];
  /** The listed resources by name, the last of duplicates. */
  readonly entries: ReadonlyMap<string, JsonObject>;
}

export function discoveries(history: History): Discovery[] {
  return history.exchanges.flatMap((exchange) => {
    const { call } = exchange;
    const response = received(exchange);
    if (call?.verb !== 'discover' || response === undefined) return [];
    const resources = RESOURCES.filter(({ prefix }) => prefix === call.operation.path);
    return [{ exchange: { ...exchange, call }, response, resources, entries: entriesOf(response) }];
  });
}

function entriesOf(response: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries = listAt(response, 'resources').filter(isObject);
  return new Map(entries.map((entry) => [textAt(entry, 'name') ?? '', entry]));
}
