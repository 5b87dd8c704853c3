import { requestType } from '../../oracle/exchanges/media-type.ts';
import { STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { type CompareOptions, deviations, type MemberDifference, surplus } from '../../oracle/values/comparison.ts';
import { withDocumentedDefaults } from '../../oracle/objects/documented-defaults.ts';
import type { History } from '../../oracle/history.ts';
import { isObject, type Json, type JsonObject } from '../../oracle/json.ts';
import { applyPatch } from '../../oracle/merge/apply-patch.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { unshown } from '../../oracle/values/write-only.ts';
import { nullsTakenOver } from './nulls-taken-over.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { pointer } from '../../oracle/values/json-pointer.ts';
import type { Kind } from '../../../spec/surface/resources.ts';
import type { DialectChoices } from '../../../spec/dialects/index.ts';
import type { CheckContext, Finding } from '../finding.ts';
import { show } from '../findings.ts';
import { foreignPaths } from '../write/foreign-annotations.ts';
import { creations } from '../create/creations.ts';
import { undecidedInitContainers } from '../init-containers.ts';
import { droppable } from '../write/droppable.ts';
import { wrongInitContainerOrder } from '../write/init-container-order.ts';
import { keptFinalizer, lostFinalizer } from '../write/kept-finalizers.ts';
import { isKept, type Known } from '../write/kept-members.ts';
import { madeAlike } from '../write/replaced.ts';
import { type Demand, judgeOutcomes } from '../write/outcome-demands.ts';
import type { WriteOutcome } from '../fresh-reads.ts';
import { NOT_THE_CLIENTS } from '../not-the-clients.ts';

/**
 * Judges that patches of that media type have the oracle's result: the previous state, with the patch applied. A
 * deleted member may return with its default: a documented one, or the one that the object had when it lacked the
 * member. Init containers have the order of the result, except after a strategic merge, whose order is a choice of the
 * dialect.
 */
export function* judgePatched(history: History, { choices }: CheckContext, mediaType: string): Iterable<Finding> {
  yield* judgeOutcomes(history, ['patch'], (outcome) =>
    requestType(outcome.exchange) === mediaType ? patchDemand(outcome, mediaType, choices, history) : undefined,
  );
}

function patchDemand(
  { exchange, before, write, key }: WriteOutcome,
  mediaType: string,
  choices: DialectChoices,
  history: History,
): Demand | undefined {
  const patch = exchange.request.body?.value;
  if (patch === undefined) return undefined;
  const { schema } = write.resource;
  const patched = applyPatch(mediaType, before.content, patch, schema);
  if ('refused' in patched || !isObject(patched.document)) return undefined;
  const expected = withDocumentedDefaults(write.resource, patched.document, choices);
  const options = {
    schema,
    ignore: [
      ...NOT_THE_CLIENTS,
      ...unshown(patch),
      ...foreignPaths(observedStateOf(history), key),
      ...undecidedInitContainers(key.kind, choices),
      ...droppable(key.kind, patched.document),
      ...changedAlias(key.kind, patch),
      ...nullsTakenOver(mediaType, before.content, patch, choices, schema),
    ],
  };
  const alike = madeAlike(creations(history), write.resource);
  const known = { before: before.content, asked: patched.document, defaults: expected, alike };
  return {
    shape: shapeOf(patch),
    wrong: ({ content }) => {
      const wrong = deviations(expected, content, options)[0] ?? keptIn(content, known, options);
      if (wrong === undefined)
        return (
          lostFinalizer(before.content, known.asked, content) ??
          keptFinalizer(before.content, known.asked, content) ??
          (mediaType === STRATEGIC_MERGE_PATCH_TYPE
            ? undefined
            : wrongInitContainerOrder(key.kind, expected, content, choices))
        );
      return {
        expected: `${wrong.path} ${show(wrong.expected)}`,
        actual: show(wrong.actual),
        cause: `${wrong.path} is not as patched`,
      };
    },
  };
}

/** The deprecated name of a pod's account, if the patch names the account: the old name follows the new one. */
function changedAlias(kind: Kind, patch: Json): string[] {
  const spec = POD_SPEC[kind];
  if (spec === undefined || !JSON.stringify(patch).includes('serviceAccount')) return [];
  return [pointer([...spec, 'serviceAccount'])];
}

/** A member that the patch deletes but that kept its value. */
function keptIn(content: JsonObject, known: Known, options: CompareOptions): MemberDifference | undefined {
  const isOne = (path: string, value: Json): boolean => isKept(path, value, known);
  return surplus(known.defaults, content, { ...options, mayBeDefault: (path, value) => !isOne(path, value) }).find(
    ({ path, actual }) => actual !== undefined && isOne(path, actual),
  );
}

/** The operations of a patch, in a few words. */
function shapeOf(patch: unknown): string {
  if (Array.isArray(patch))
    return [...new Set(patch.map((operation: unknown) => (isObject(operation) ? String(operation['op']) : '?')))]
      .sort()
      .join(' ');
  const text = JSON.stringify(patch);
  const traits = [
    ...(text.includes('"$patch"') ? ['directive'] : []),
    ...(text.includes('null') ? ['null'] : []),
    ...(text.includes('[') ? ['list'] : []),
  ];
  const members = isObject(patch) ? Object.keys(patch).sort().join(' ') : '';
  return [members, ...traits].join(', ');
}
