import type { Correspondence } from '../../diff/values/correspondence.ts';
import { type Json, memberOf, textOf } from '../../diff/values/json-value.ts';
import { shownIn } from '../../diff/values/list-elements.ts';
import type { LoggedExchange } from '../../log/logged-exchange.ts';

/** The type and object of an event: `MODIFIED a/x`. `undefined` if it has none. */
export function deliveredName(event: Json): string | undefined {
  const type = textOf(event, 'type');
  const metadata = memberOf(shownIn(memberOf(event, 'object') ?? null), 'metadata');
  return type === '' ? undefined : `${type} ${textOf(metadata, 'namespace')}/${textOf(metadata, 'name')}`;
}

/**
 * How often a recorded watch delivered each of these, with `rewritten` applied to each event: names as on the live
 * server.
 */
export function deliveredBy({ events }: LoggedExchange, rewritten: (event: Json) => Json): ReadonlyMap<string, number> {
  const delivered = new Map<string, number>();
  for (const { body } of events) {
    const name = 'json' in body ? deliveredName(rewritten(body.json as Json)) : undefined;
    if (name !== undefined) delivered.set(name, (delivered.get(name) ?? 0) + 1);
  }
  return delivered;
}

/** The identifying part of an event, with the generated names of the live server. */
export function withNames(event: Json, correspondence: Correspondence): Json {
  const object = shownIn(memberOf(event, 'object') ?? null);
  const metadata = memberOf(object, 'metadata');
  return {
    type: textOf(event, 'type'),
    object: {
      kind: textOf(object, 'kind'),
      metadata: { namespace: textOf(metadata, 'namespace'), name: correspondence.translated(textOf(metadata, 'name')) },
    },
  };
}
