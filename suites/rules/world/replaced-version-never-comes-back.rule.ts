import { type Observation, observedStateOf } from '../../oracle/observed-state.ts';
import { JSON_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { statusOf } from '../../generators/statuses.ts';
import type { Edit } from '../../program/program.ts';
import { edited, fc, minimalObject, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, JsonObject, Rule, Step } from '../rule.ts';
import { READS, WALKED, walkFor } from './world-walks.ts';

const NAME = '{{restored}}';

export const rule: Rule = {
  id: 'world/replaced-version-never-comes-back',
  level: 'must',
  title: 'Once a read has shown another version of an object, no later read shows the one before.',
  cites: ['object-metadata.resource-version.1', 'rules.1.1', 'parameters.list.resource-version.3'],
  operations: READS,
  needs: WALKED,
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const status = statusOf(on.resource);
    return fc
      .tuple(walkFor(operation, 12), status, status)
      .map(([walk, ...statuses]) => [...walk, ...restoring(on, statuses)]);
  },
  check,
  least: 2,
  // A server may refuse the PUTs without a version.
  negative: true,
  judgesRestoringWrites: true,
};

/**
 * Writes that restore the state before the last, by each way to write. A server that compares them with a stale copy
 * takes them for writes that change nothing, and returns the version of that copy.
 */
function restoring(on: Steps, statuses: readonly JsonObject[]): readonly Step[] {
  const labels = (field: string): JsonObject => ({ metadata: { labels: { field } } });
  const field = (value: string): Edit => ({ set: '/metadata/labels/field', to: value });
  const withoutVersion: Edit = { remove: '/metadata/resourceVersion' };
  const read = on.get(NAME, { as: 'now' });
  const writes = (value: string, status: JsonObject): readonly (readonly Step[])[] => [
    [read, on.replace(NAME, edited('now', [field(value)]))],
    [on.replace(NAME, edited('now', [field(value), withoutVersion]))],
    [on.patch(NAME, labels(value))],
    [on.patch(NAME, labels(value), { contentType: STRATEGIC_MERGE_PATCH_TYPE })],
    [on.patch(NAME, [{ op: 'add', path: '/metadata/labels/field', value }], { contentType: JSON_PATCH_TYPE })],
    ...(on.resource.hasStatus
      ? [
          [on.patchStatus(NAME, { status })],
          [read, on.replaceStatus(NAME, edited('now', [{ set: '/status', to: status }]))],
        ]
      : []),
  ];
  const [one = {}, two = {}] = statuses;
  const others = writes('two', two);
  return [
    on.create({ ...minimalObject(on.maker, NAME), metadata: { name: NAME, labels: { field: 'one' } } }),
    ...writes('one', one).flatMap((back, index) => [...back, ...(others[index] ?? []), ...back, on.get(NAME)]),
  ];
}

/**
 * Three fresh reads, each ended before the next began, with versions v, w and v again. That is a violation whatever
 * other clients write.
 */
function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const key of observed.keys) {
    const reads = observed
      .observationsOf(key)
      .filter(({ began, source, version }) => began > 0 && source !== 'delete' && version !== undefined);
    for (const [index, read] of reads.entries()) {
      const between = reads
        .slice(0, index)
        .filter((other) => other.ended < read.began && other.version !== read.version);
      if (between.length === 0) continue;
      const first = reads.find((other) => isSame(other, read) && between.some((middle) => other.ended < middle.began));
      if (first === undefined) yield held(read.exchange, read.source);
      else
        yield violated(
          read.exchange,
          `not version ${show(read.version)}, which was replaced`,
          `it is shown again in a ${read.source}`,
          'an old version comes back',
        );
    }
  }
}

function isSame(one: Observation, other: Observation): boolean {
  return one.version === other.version && one.uid === other.uid;
}
