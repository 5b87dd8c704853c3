import { cached } from '../../../shared/cached.ts';
import { at, isObject, type Json, type JsonObject } from '../json.ts';
import type { Observation } from './observations.ts';
import { mayChange, type Write } from './writes.ts';

/** An observation of one object that is still mutable, while the observed state is built. */
type MutableObservation = { -readonly [Member in keyof Observation]: Observation[Member] };

/**
 * Removes annotations of the system from the observations of an object: annotations whose key was shown before any
 * write named it, unless that write was refused, until a write gives them another value. If a name was used twice, each
 * object counts its own writes; a value that the system gave to one of them is not new in the next. Observations are
 * sorted by end and edited in place, because writes share their response. The document lets the system write annotations
 * at any time, so they are not the client's content, even if a client sends them back.
 *
 *     POST { name: a }, GET a -> { annotations: { seen: yes } }     `seen` is the system's
 *     PUT a { annotations: { seen: yes } }, GET a -> { annotations: { seen: no } }     and stays the system's
 *     PUT a { annotations: { seen: mine } }     now it is the client's
 */
export function removeSystemAnnotations(observations: readonly MutableObservation[], writes: readonly Write[]): void {
  const ownership = new Ownership(writes);
  for (const observation of observations) {
    const foreign = annotationKeys(observation.content).filter((key) => ownership.isOfTheSystem(key, observation));
    if (foreign.length === 0) continue;
    observation.systemAnnotations = Object.fromEntries(
      foreign.map((key) => [key, at(observation.content, 'metadata', 'annotations', key) ?? null]),
    );
    observation.content = withoutAnnotations(observation.content, new Set(foreign));
  }
}

/** The values of an annotation that responses showed, with the end of each response. */
type ShownValues = { readonly ended: number; readonly text: string }[];

/** Whose an annotation is at each time. */
class Ownership {
  readonly #writes: readonly Write[];
  readonly #shown = new Map<string, ShownValues>();
  /** By key, the values of the system in all lives of the object: a client may write back what a former life had. */
  readonly #ofTheSystem = new Map<string, ShownValues>();
  readonly #named = new Map<string, readonly Write[]>();
  /** When each version was seen first. */
  readonly #firstSeen = new Map<string, number>();

  constructor(writes: readonly Write[]) {
    this.#writes = writes;
  }

  /**
   * Observations come in the order of their ends. Each version has one owner, that of its first observation: a slow
   * response may show it after a later write began.
   */
  isOfTheSystem(key: string, { uid, version, content, ended }: Observation): boolean {
    const versionId = JSON.stringify([uid, version]);
    const since = version === undefined ? ended : cached(this.#firstSeen, versionId, () => ended);
    const id = JSON.stringify([uid, key]);
    const shown = cached(this.#shown, id, () => []);
    const value = { ended, text: JSON.stringify(at(content, 'metadata', 'annotations', key)).slice(1, -1) };
    shown.push(value);
    const ofTheSystem = cached(this.#ofTheSystem, key, () => []);
    const named = cached(this.#named, id, () =>
      this.#writes.filter((write) => mayChange(write, uid) && names(write, key)),
    );
    const [first] = named;
    const isOfTheSystem =
      first === undefined ||
      ((shown[0]?.ended ?? 0) < first.began &&
        !named.some((write) => write.began < since && isNew(write, shown) && isNew(write, ofTheSystem)));
    if (isOfTheSystem) ofTheSystem.push(value);
    return isOfTheSystem;
  }
}

/** Whether a write sends none of the values that responses had shown before it. */
function isNew({ began, exchange }: Write, shown: ShownValues): boolean {
  const sent = exchange.request.body?.text ?? '';
  return !shown.some(({ ended, text }) => ended < began && sent.includes(text));
}

/** The annotation keys of an object. */
export function annotationKeys(content: Json | undefined): string[] {
  const annotations = at(content, 'metadata', 'annotations');
  return isObject(annotations) ? Object.keys(annotations) : [];
}

/** Whether the body of a write names a key, in JSON, in YAML or as a pointer. */
export function names({ exchange }: Write, key: string): boolean {
  const text = exchange.request.body?.text ?? '';
  const escaped = JSON.stringify(key).slice(1, -1);
  const pointed = escaped.replaceAll('~', '~0').replaceAll('/', '~1');
  return [key, escaped, pointed, escaped.replaceAll('/', String.raw`\/`)].some((form) => text.includes(form));
}

export function withoutAnnotations(content: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const metadata = at(content, 'metadata');
  const annotations = at(metadata, 'annotations');
  if (!isObject(metadata) || !isObject(annotations)) return content;
  const kept = Object.entries(annotations).filter(([key]) => !keys.has(key));
  return { ...content, metadata: { ...metadata, annotations: Object.fromEntries(kept) } };
}
