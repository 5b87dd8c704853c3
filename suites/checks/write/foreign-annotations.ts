import { at, isObject } from '../../oracle/json.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { ObjectKey, ObservedState } from '../../oracle/observed-state.ts';

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
  const known = FOREIGN.get(observed) ?? new Map<string, ForeignKeys>();
  FOREIGN.set(observed, known);
  const found = known.get(key.id) ?? {
    annotations: new Set(
      observed.observationsOf(key).flatMap(({ systemAnnotations }) => Object.keys(systemAnnotations ?? {})),
    ),
    labels: foreignLabels(observed, key),
  };
  known.set(key.id, found);
  return found;
}

/** Keys under a domain that labels of the object had before any write named them. */
function foreignLabels(observed: ObservedState, key: ObjectKey): ReadonlySet<string> {
  const firstShown = new Map<string, number>();
  for (const { content, ended } of observed.observationsOf(key)) {
    const labels = at(content, 'metadata', 'labels');
    for (const label of isObject(labels) ? Object.keys(labels) : [])
      if (label.includes('/') && !firstShown.has(label)) firstShown.set(label, ended);
  }
  return new Set(
    [...firstShown].filter(([label, ended]) => ended < firstNamed(observed, key, label)).map(([label]) => label),
  );
}

/** The beginning of the first write whose body names the label, also as a pointer; infinite if there is none. */
function firstNamed(observed: ObservedState, key: ObjectKey, label: string): number {
  const text = JSON.stringify(label).slice(1, -1);
  const forms = [label, text, text.replaceAll('~', '~0').replaceAll('/', '~1')];
  const named = observed
    .writesTo(key)
    .find(
      ({ outcome, exchange }) =>
        outcome !== 'refused' && forms.some((form) => exchange.request.body?.text.includes(form) === true),
    );
  return named?.began ?? Number.POSITIVE_INFINITY;
}
