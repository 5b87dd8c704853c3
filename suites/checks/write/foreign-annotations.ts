import { cached } from '../../../shared/cached.ts';
import { annotationKeys, names } from '../../oracle/state/system-annotations.ts';
import { at, isObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { ObjectKey, Observation, ObservedState } from '../../oracle/observed-state.ts';

/** Keys of an object's metadata that controllers and admission wrote (document, Object metadata). */
interface ForeignKeys {
  readonly annotations: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

/**
 * Keys of an object's annotations that a response showed before any write named them. Clients that PUT back what they
 * read may carry them later.
 */
export function foreignAnnotations(observed: ObservedState, key: ObjectKey): ReadonlySet<string> {
  return foreignKeys(observed, key).annotations;
}

/** The paths of foreign annotations and labels, to ignore when a sent object is compared with a shown one. */
export function foreignPaths(observed: ObservedState, key: ObjectKey): readonly string[] {
  const { annotations, labels } = foreignKeys(observed, key);
  return [
    ...Array.from(annotations, (member) => pointer(['metadata', 'annotations', member])),
    ...Array.from(labels, (member) => pointer(['metadata', 'labels', member])),
  ];
}

/** Cached per observed state and object. */
const FOREIGN = new WeakMap<ObservedState, Map<string, ForeignKeys>>();

function foreignKeys(observed: ObservedState, key: ObjectKey): ForeignKeys {
  const known = cached(FOREIGN, observed, () => new Map());
  return cached(known, key.id, () => ({
    annotations: foreignKeysOf(observed.observationsOf(key)),
    labels: foreignLabels(observed, key),
  }));
}

/** Keys of annotations that observations left out. Those that became the client's later are compared. */
function foreignKeysOf(observations: readonly Observation[]): ReadonlySet<string> {
  const clients = new Set(observations.flatMap(({ content }) => annotationKeys(content)));
  const foreign = observations.flatMap(({ systemAnnotations }) => Object.keys(systemAnnotations ?? {}));
  return new Set(foreign.filter((annotation) => !clients.has(annotation)));
}

/** Keys under a domain that labels of the object had before any write named them. */
function foreignLabels(observed: ObservedState, key: ObjectKey): ReadonlySet<string> {
  const firstShown = new Map<string, number>();
  for (const { content, ended } of observed.observationsOf(key)) {
    const labels = at(content, 'metadata', 'labels');
    for (const label of isObject(labels) ? Object.keys(labels) : [])
      if (label.includes('/') && !firstShown.has(label)) firstShown.set(label, ended);
  }
  const isNamedBefore = (label: string, ended: number): boolean =>
    observed.writesTo(key).some((write) => write.outcome !== 'refused' && write.began <= ended && names(write, label));
  return new Set([...firstShown].filter(([label, ended]) => !isNamedBefore(label, ended)).map(([label]) => label));
}
