import { withSet } from '../oracle/values/json-edits.ts';
import { at, isObject, type Json, type JsonObject, textAt } from '../oracle/json.ts';
import { pathOf } from '../oracle/values/json-pointer.ts';
import type { ResourceCalled } from './responses.ts';

/** The content that a write asks for: its body, or everything that a JSON patch adds. */
export function askedBy(exchange: ResourceCalled): JsonObject | undefined {
  const body = exchange.request.body?.value;
  const asked = Array.isArray(body)
    ? (body as readonly Json[]).reduce<Json>(
        (under, operation) =>
          withSet(under, pathOf(textAt(operation, 'path') ?? '') ?? [], at(operation, 'value') ?? null) ?? under,
        {},
      )
    : body;
  return isObject(asked) ? asked : undefined;
}
