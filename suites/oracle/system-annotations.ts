import type { Exchange } from './history.ts';
import type { JsonObject } from './json.ts';
import { at, isObject } from './json.ts';
import type { Observation } from './observations.ts';
import type { Write } from './writes.ts';

/** What was seen of one object, while a world is being made of it. */
type Seen = { -readonly [Member in keyof Observation]: Observation[Member] };

/**
 * Takes the annotations that control loops wrote out of what was seen of an object: those whose key no write of the object, unless it
 * was refused, had named before. Of a name that was used twice, each object has writes of its own. One version counts as of when it was first seen. In order of their end, and in place, for writes share what they answered. The document lets the system write annotations at any time, so they are no part of what clients made.
 *
 *     POST { name: a }, GET a -> { annotations: { seen: yes } }     `seen` is the system's
 *     PUT a { annotations: { seen: yes } }, GET a -> the same       now it is the client's
 */
export function removeSystemAnnotations(observations: readonly Seen[], writes: readonly Write[]): void {
  const named = new Map<string, number>();
  const firstSeen = new Map<string, number>();
  for (const observation of observations) {
    const id = `${observation.uid ?? ''} ${observation.version ?? ''}`;
    const since = firstSeen.get(id) ?? observation.ended;
    if (observation.version !== undefined) firstSeen.set(id, since);
    const foreign = annotationKeys(observation.content).filter(
      (key) => since < firstNamed(key, observation.uid, writes, named),
    );
    if (foreign.length > 0) observation.content = withoutAnnotations(observation.content, new Set(foreign));
  }
}

/** Keys of the annotations of an object. */
export function annotationKeys(content: JsonObject): string[] {
  const annotations = at(content, 'metadata', 'annotations');
  return isObject(annotations) ? Object.keys(annotations) : [];
}

/** Where the first write of the object began whose body names the key, as JSON, YAML or a pointer has it; infinite where none does. */
function firstNamed(
  key: string,
  uid: string | undefined,
  writes: readonly Write[],
  known: Map<string, number>,
): number {
  const id = JSON.stringify([uid, key]);
  const found = known.get(id);
  if (found !== undefined) return found;
  const escaped = JSON.stringify(key).slice(1, -1);
  const forms = [key, escaped, escaped.replaceAll('~', '~0').replaceAll('/', '~1')];
  const first =
    writes.find(
      ({ outcome, exchange, response }) =>
        outcome !== 'refused' &&
        (response?.uid === undefined || uid === undefined || response.uid === uid) &&
        namesAny(exchange, forms),
    )?.began ?? Number.POSITIVE_INFINITY;
  known.set(id, first);
  return first;
}

function namesAny({ request: { body } }: Exchange, forms: readonly string[]): boolean {
  return body !== undefined && forms.some((form) => body.text.includes(form));
}

/** An object without the annotations of those keys. */
export function withoutAnnotations(content: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const metadata = at(content, 'metadata');
  const annotations = at(metadata, 'annotations');
  if (!isObject(metadata) || !isObject(annotations)) return content;
  const kept = Object.entries(annotations).filter(([key]) => !keys.has(key));
  return { ...content, metadata: { ...metadata, annotations: Object.fromEntries(kept) } };
}
