import type { Exchange } from '../history.ts';
import { at, isObject, type Json, type JsonObject } from '../json.ts';
import type { Observation } from './observations.ts';
import { mayChange, type Write } from './writes.ts';

/** An observation of one object that is still mutable, while the observed state is built. */
type MutableObservation = { -readonly [Member in keyof Observation]: Observation[Member] };

/**
 * Removes annotations of the system from the observations of an object: annotations whose key was shown before any
 * write named it, unless that write was refused. If a name was used twice, each object counts its own writes.
 * Observations are sorted by end and edited in place, because writes share their response. The document lets the
 * system write annotations at any time, so they are never the client's content, even if a client sends them back.
 *
 *     POST { name: a }, GET a -> { annotations: { seen: yes } }     `seen` is the system's
 *     PUT a { annotations: { seen: yes } }, GET a -> { annotations: { seen: no } }     and stays the system's
 */
export function removeSystemAnnotations(observations: readonly MutableObservation[], writes: readonly Write[]): void {
  const named = new Map<string, number>();
  const firstShown = new Map<string, number>();
  for (const observation of observations) {
    const foreign = annotationKeys(observation.content).filter((key) => {
      const id = JSON.stringify([observation.uid, key]);
      const since = firstShown.get(id) ?? observation.ended;
      firstShown.set(id, since);
      return since < firstNamed(key, observation.uid, writes, named);
    });
    if (foreign.length === 0) continue;
    observation.systemAnnotations = Object.fromEntries(
      foreign.map((key) => [key, at(observation.content, 'metadata', 'annotations', key) ?? null]),
    );
    observation.content = withoutAnnotations(observation.content, new Set(foreign));
  }
}

/** The annotation keys of an object. */
export function annotationKeys(content: Json | undefined): string[] {
  const annotations = at(content, 'metadata', 'annotations');
  return isObject(annotations) ? Object.keys(annotations) : [];
}

/**
 * The beginning of the first write whose body names the key, in JSON, YAML or as a pointer; infinite if there is
 * none.
 */
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
    writes.find((write) => mayChange(write, uid) && namesAny(write.exchange, forms))?.began ?? Number.POSITIVE_INFINITY;
  known.set(id, first);
  return first;
}

function namesAny({ request: { body } }: Exchange, forms: readonly string[]): boolean {
  return body !== undefined && forms.some((form) => body.text.includes(form));
}

export function withoutAnnotations(content: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const metadata = at(content, 'metadata');
  const annotations = at(metadata, 'annotations');
  if (!isObject(metadata) || !isObject(annotations)) return content;
  const kept = Object.entries(annotations).filter(([key]) => !keys.has(key));
  return { ...content, metadata: { ...metadata, annotations: Object.fromEntries(kept) } };
}
