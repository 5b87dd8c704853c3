import { typeOfRef, propertySchema } from '../../../spec/schemas/index.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { askedBy } from '../../checks/asked-by.ts';
import type { WriteOutcome } from '../../checks/fresh-reads.ts';
import { judgeMergedLists, mergedList, type MergedList } from '../../checks/patch/merged-lists.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, makeAndRead, versionOf } from '../cases.ts';
import { at, isObject } from '../../oracle/json.ts';
import { groupBy } from '../../../shared/group-by.ts';
import { type Observation, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import type { Finding, History, Json, Resource, Rule } from '../rule.ts';

/** How long to wait for the events, in milliseconds: they are evidence, and not judged. */
const EVIDENCE_MS = 1_000;

export const rule: Rule = {
  id: 'status/conditions-are-merged-by-type',
  level: 'must',
  title:
    'A strategic merge patch of /status merges conditions by their type: the named one changes, others stay, a new one is added, and a deleted one is gone.',
  cites: ['pod-status.conditions.1', 'deployment-status.conditions.1', 'semantics.4.2', 'semantics.4.3'],
  operations: operationsOf(['patchStatus'], (resource) => conditionsOf(resource).length > 0),
  needs: ['create', 'get'],
  cases: (operation) => {
    const on = stepsOn(resourceOf(operation));
    const before = [
      { type: 'Kept', status: 'True', reason: 'Kept' },
      { type: 'Changed', status: 'False', reason: 'Before' },
    ];
    const patch = [
      { type: 'Changed', status: 'True' },
      { type: 'Added', status: 'Unknown', reason: 'Added' },
    ];
    const strategic = { contentType: STRATEGIC_MERGE_PATCH_TYPE };
    return fc.constant([
      // A watch shows whether a controller writes between a read and a patch.
      ...makeAndRead(on, minimalObject(on.maker, '{{a}}')),
      on.watch('seen', '{{a}}', { query: { resourceVersion: versionOf('read') } }),
      on.patchStatus('{{a}}', { status: { conditions: before } }),
      on.get('{{a}}'),
      on.patchStatus('{{a}}', { status: { conditions: patch } }, strategic),
      on.get('{{a}}'),
      on.patchStatus(
        '{{a}}',
        { status: { conditions: [{ type: 'Kept', $patch: 'delete' }] } },
        { ...strategic, as: 'last' },
      ),
      on.get('{{a}}'),
      { do: 'await', watch: 'seen', until: { version: versionOf('last') }, within: EVIDENCE_MS },
    ]);
  },
  check,
  least: 1,
};

function check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  return judgeMergedLists(history, 'patchStatus', (outcome) =>
    isRewritten(outcome) || isInterrupted(outcome, observed) ? [] : conditionsOf(outcome.write.resource),
  );
}

/** Whether a watch shows that the conditions were others between the last read and the patch. */
function isInterrupted({ key, before, response }: WriteOutcome, observed: ObservedState): boolean {
  const conditionsIn = ({ content }: Observation): string | undefined =>
    JSON.stringify(at(content, 'status', 'conditions'));
  const events = observed.observationsOf(key).filter(({ source }) => source === 'event');
  return [...groupBy(events, ({ exchange }) => exchange).values()].some((seen) => {
    const versions = seen.map(({ version }) => version);
    const [from, to] = [versions.indexOf(before.version), versions.indexOf(response.version)];
    return (
      from >= 0 && to > from && seen.slice(from + 1, to).some((event) => conditionsIn(event) !== conditionsIn(before))
    );
  });
}

/**
 * Whether a controller wrote the status between the last read and the patch: the response has a status member that
 * neither the read nor the patch has. A controller may write back conditions that it read before.
 */
function isRewritten({ before, response, exchange }: WriteOutcome): boolean {
  const membersOf = (status: Json | undefined): string[] => (isObject(status) ? Object.keys(status) : []);
  const known = new Set([before.content, askedBy(exchange)].flatMap((object) => membersOf(at(object, 'status'))));
  return membersOf(at(response.content, 'status')).some((member) => !known.has(member));
}

/** The conditions of a kind whose schema gives them a merge key. */
function conditionsOf({ schema, namespaced }: Resource): MergedList[] {
  const status = propertySchema(schema, 'status');
  const type = status === undefined ? undefined : typeOfRef(status);
  if (type === undefined || !namespaced || propertySchema(type, 'conditions')?.['x-patch-merge-key'] === undefined)
    return [];
  return [mergedList(type, 'conditions', ['status'])];
}
