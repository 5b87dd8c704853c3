import { isDirective } from '../../oracle/merge/directives.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { freshReadsOf } from '../../checks/fresh-reads.ts';
import { annotationPatch, labelledObject } from '../../generators/concurrent-programs.ts';
import { requestType } from '../../oracle/exchanges/media-type.ts';
import { at, isObject, textAt } from '../../oracle/json.ts';
import { observedStateOf, type Write } from '../../oracle/observed-state.ts';
import { fc, operationsOf, resourceOf, stepsOn, makeAndRead } from '../cases.ts';
import { otherGroupVersion } from '../intervening-writes.ts';
import { callsOf, sent, held, show, violated } from '../judging.ts';
import type { Finding, History, Json, JsonObject, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'patch/parallel-patches-lose-nothing',
  level: 'must',
  impact: 'data',
  title:
    'If patches of different fields are sent in parallel, every field that an acknowledged patch sets is there afterwards, and none that it removes.',
  cites: ['semantics.4.1', 'semantics.5.1', 'semantics.5.2'],
  operations: operationsOf(['patch']),
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const other = stepsOn(otherGroupVersion(on.resource));
    return fc
      .array(fc.constantFrom(MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE, JSON_PATCH_TYPE), {
        minLength: 2,
        maxLength: 8,
      })
      .map((types) => [
        ...makeAndRead(on, {
          $edit: labelledObject(on.maker, '{{a}}', 'first'),
          with: types.map((_, n) => ({ set: `/metadata/annotations/old-${n}`, to: `${n}` })),
        }),
        {
          do: 'together',
          branches: types.map((contentType, n) => [
            (n % 3 === 2 ? other : on).patch(
              '{{a}}',
              contentType === MERGE_PATCH_TYPE
                ? { metadata: { annotations: { [`writer-${n}`]: `${n}`, [`old-${n}`]: null } } }
                : annotationPatch(contentType, `writer-${n}`, `${n}`),
              { contentType },
            ),
          ]),
        },
        on.get('{{a}}'),
        on.list(),
      ]);
  },
  check,
};

/**
 * Judges annotations that exactly one write of the object ever named: every read after an acknowledged patch must
 * show them, and none that a merge patch removed.
 */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'patch')) {
    const write = observed.writeOf(exchange);
    const { key } = write ?? {};
    if (write?.outcome !== 'acknowledged' || key === undefined || !observed.soleWriter(key)) continue;
    const others = observed
      .writesTo(key)
      .filter((other) => other !== write && other.outcome !== 'refused' && other.settled > write.began);
    if (others.some((other) => other.verb !== 'patch' || setsThemAll(other))) continue;
    const parallel = others.some((other) => other.began < write.settled);
    // Keys that begin with a dollar are directives of strategic merge patches.
    const own = Object.entries(annotationsOf(write)).filter(
      ([name, value]) =>
        (typeof value === 'string' || (value === null && requestType(exchange) === MERGE_PATCH_TYPE)) &&
        !isDirective(name) &&
        !others.some((other) => name in annotationsOf(other)),
    );
    for (const { exchange: read, where, seen } of freshReadsOf(history, observed, key)) {
      if (read.began < exchange.ended || seen === undefined || own.length === 0) continue;
      const lost = own.find(([name, value]) => (at(seen.content, 'metadata', 'annotations', name) ?? null) !== value);
      if (lost === undefined) yield held(exchange, parallel ? 'in parallel' : 'alone');
      else
        yield violated(
          exchange,
          `/metadata/annotations/${lost[0]} ${show(lost[1])}, as acknowledged`,
          `${show(at(seen.content, 'metadata', 'annotations', lost[0]))} in ${where}`,
          `an acknowledged ${lost[1] === null ? 'removal' : 'field'} is lost ${parallel ? 'in parallel' : 'alone'}`,
        );
    }
  }
}

/** The annotations that a write sets, or removes (null): members of its body, or operations of a JSON patch. */
function annotationsOf({ exchange }: Write): JsonObject {
  const patch = exchange.request.body?.value;
  if (Array.isArray(patch)) return Object.fromEntries(patch.flatMap(addedAnnotation));
  const annotations = at(sent(exchange), 'metadata', 'annotations');
  return isObject(annotations) ? annotations : {};
}

const ANNOTATION = /^\/metadata\/annotations\/([^/~]+)$/;

/**
 * The effect of one operation on the annotations that it names; null if it may remove one, or if the effect depends
 * on the object.
 */
function addedAnnotation(operation: Json): readonly (readonly [string, Json])[] {
  const [, from] = ANNOTATION.exec(textAt(operation, 'from') ?? '') ?? [];
  const [, key] = ANNOTATION.exec(textAt(operation, 'path') ?? '') ?? [];
  const taken: readonly (readonly [string, Json])[] =
    from === undefined || textAt(operation, 'op') !== 'move' ? [] : [[from, null]];
  return key === undefined
    ? taken
    : [...taken, [key, textAt(operation, 'op') === 'add' ? (at(operation, 'value') ?? null) : null]];
}

/** Whether a patch may set or remove all annotations at once. */
function setsThemAll({ exchange }: Write): boolean {
  const patch = exchange.request.body?.value;
  if (Array.isArray(patch))
    return (patch as readonly Json[]).some((operation) =>
      ['', '/metadata', '/metadata/annotations'].includes(textAt(operation, 'path') ?? ''),
    );
  const annotations = at(patch, 'metadata', 'annotations');
  return (
    annotations === null ||
    at(annotations, '$patch') !== undefined ||
    at(patch, 'metadata', '$patch') !== undefined ||
    at(patch, '$patch') !== undefined
  );
}
