import { PATCH_TYPES, STRATEGIC_MERGE_PATCH_TYPE, YAML_TYPE } from '../../../spec/surface/media-types.ts';
import { operationFor } from '../../../spec/surface/operations.ts';
import {
  illegalChanges,
  type IllegalPair,
  illegalPairs,
  NO_LABEL,
  objectWithContainers,
} from '../../generators/illegal-changes.ts';
import { changed, editsOf, type MemberChange, patchOf } from '../../generators/member-writes.ts';
import { isObject } from '../../oracle/json.ts';
import { POD_SPEC } from '../../oracle/objects/pod-specs.ts';
import { STATEMENTS } from '../../oracle/validation/statements.ts';
import { fc, minimalObject, operationsOf, resourceOf, stepsOn, edited } from '../cases.ts';
import type { CheckContext, Finding, History, Operation, Program, Rule, Step } from '../rule.ts';
import { rule as activeDeadlineIsPositive } from './active-deadline-is-positive.rule.ts';
import { rule as boundsAreNumbersOrPercentages } from './bounds-of-a-rolling-update-are-numbers-or-percentages.rule.ts';
import { rule as containerNameIsADnsLabel } from './container-name-is-a-dns-label.rule.ts';
import { rule as containerNamesAreUnique } from './container-names-are-unique.rule.ts';
import { rule as containersHaveTheirTypes } from './containers-have-the-types-of-their-table.rule.ts';
import { rule as cronJobSpecsHaveTheirTypes } from './cron-job-specs-have-the-types-of-their-table.rule.ts';
import { rule as deploymentSpecsHaveTheirTypes } from './deployment-specs-have-the-types-of-their-table.rule.ts';
import { rule as deploymentStrategiesHaveTheirTypes } from './deployment-strategies-have-the-types-of-their-table.rule.ts';
import { rule as dnsPolicyIsOneOfThree } from './dns-policy-is-one-of-three.rule.ts';
import { rule as hostAliasesNeedAPodNetwork } from './host-aliases-need-a-pod-network.rule.ts';
import { rule as imagePullPolicyIsOneOfThree } from './image-pull-policy-is-one-of-three.rule.ts';
import { rule as initContainerHasNoLifecycle } from './init-container-has-no-lifecycle.rule.ts';
import { rule as initContainerHasNoProbes } from './init-container-has-no-probes.rule.ts';
import { rule as initContainerSharesNoName } from './init-container-shares-no-name.rule.ts';
import { rule as jobSpecsHaveTheirTypes } from './job-specs-have-the-types-that-are-shown.rule.ts';
import { rule as boundsAreNotBothZero } from './max-surge-and-max-unavailable-are-not-both-zero.rule.ts';
import { rule as metadataHasItsTypes } from './metadata-has-the-types-of-its-table.rule.ts';
import { rule as podSpecsHaveTheirTypes } from './pod-specs-have-the-types-of-their-table.rule.ts';
import { rule as restartPolicyIsOneOfThree } from './restart-policy-is-one-of-three.rule.ts';
import { rule as rollingUpdateNeedsItsType } from './rolling-update-needs-its-type.rule.ts';
import { rule as scheduleIsInCronFormat } from './schedule-is-in-cron-format.rule.ts';
import { rule as strategyTypeIsOneOfTwo } from './strategy-type-is-one-of-two.rule.ts';
import { rule as terminationGracePeriodIsNotNegative } from './termination-grace-period-is-not-negative.rule.ts';
import { rule as terminationMessagePolicyIsOneOfTwo } from './termination-message-policy-is-one-of-two.rule.ts';
import { rule as thereIsAContainer } from './there-is-a-container.rule.ts';
import { rule as ttyNeedsStdin } from './tty-needs-stdin.rule.ts';

/** The rules of the single statements, each of which recognises an object that breaks its own. */
const STATEMENT_RULES: readonly Rule[] = [
  activeDeadlineIsPositive,
  boundsAreNumbersOrPercentages,
  containerNameIsADnsLabel,
  containerNamesAreUnique,
  dnsPolicyIsOneOfThree,
  hostAliasesNeedAPodNetwork,
  imagePullPolicyIsOneOfThree,
  initContainerHasNoLifecycle,
  initContainerHasNoProbes,
  initContainerSharesNoName,
  boundsAreNotBothZero,
  restartPolicyIsOneOfThree,
  rollingUpdateNeedsItsType,
  scheduleIsInCronFormat,
  strategyTypeIsOneOfTwo,
  terminationGracePeriodIsNotNegative,
  terminationMessagePolicyIsOneOfTwo,
  thereIsAContainer,
  ttyNeedsStdin,
  containersHaveTheirTypes,
  cronJobSpecsHaveTheirTypes,
  deploymentSpecsHaveTheirTypes,
  deploymentStrategiesHaveTheirTypes,
  jobSpecsHaveTheirTypes,
  metadataHasItsTypes,
  podSpecsHaveTheirTypes,
];

const [FIRST, ...MORE] = [...new Set(STATEMENT_RULES.flatMap(({ cites }) => cites))];

export const rule: Rule = {
  id: 'validation/illegal-values-are-refused-everywhere',
  level: 'must',
  negative: true,
  sweep: true,
  title:
    'Every kind of write refuses a value that the document forbids, in JSON and in YAML, in every container and init container and in the pod spec of every kind, even if a patch only completes a forbidden pair of values.',
  cites: [FIRST ?? 'errors.5.1', ...MORE],
  operations: operationsOf(['create', 'replace', 'patch'], ({ kind }) => POD_SPEC[kind] !== undefined),
  needs: ['create', 'get', 'list'],
  cases: (operation) => fc.constant(programOf(operation)),
  check,
};

/** One client for each place, with an object of its own. */
function programOf(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  const branches = illegalChanges(on.resource)
    .filter((_, index, { length }) => !isFixed(operation) || index === length - 1)
    .map((changes, index) =>
      operation.verb === 'create' ? creates(operation, changes, index) : writes(operation, changes, `{{a}}-${index}`),
    );
  const pairs =
    operation.verb === 'patch' && !isFixed(operation)
      ? illegalPairs(on.resource).map((pair, index) => secondOf(operation, pair, `{{b}}-${index}`))
      : [];
  const ways = operation.verb === 'create' ? [everyWay(operation)] : [];
  return [on.list(), { do: 'together', branches: [...branches, ...pairs, ...ways] }, on.list()];
}

/**
 * Creates that each break a statement in one way. Ways that several kinds share are distributed among the kinds with
 * a tabulated create, and each is sent once.
 */
function everyWay(operation: Operation): Program {
  const on = stepsOn(resourceOf(operation));
  return STATEMENTS.flatMap(({ breaks, resources }, statement) => {
    const describing = resources.filter(({ kind }) => POD_SPEC[kind] !== undefined);
    const tabulated = describing.filter(({ id }) => operationFor(id, 'create')?.tabulated === true);
    const sharing = tabulated.length > 0 ? tabulated : describing;
    const turn = sharing.indexOf(on.resource);
    return breaks(on.resource).flatMap((edits, way) =>
      way % sharing.length === turn
        ? [on.createHere({ $edit: minimalObject(on.resource, `{{b}}-${statement}-${way}`), with: edits })]
        : [],
    );
  });
}

/** Patches of each type that add the second half of an illegal pair to an object with the first. */
function secondOf(operation: Operation, { first, second }: IllegalPair, name: string): Program {
  const on = stepsOn(resourceOf(operation));
  const object = changed(objectWithContainers(on.maker, name), first);
  if (!isObject(object)) return [];
  const patches = PATCH_TYPES.map((contentType) =>
    on.patch(name, patchOf(contentType, object, second, on.resource.schema), { contentType }),
  );
  return [on.create(object), on.get(name), ...patches, on.get(name)];
}

/** The containers of a pod are immutable: `every-member-of-a-container-stays` writes them. */
function isFixed(operation: Operation): boolean {
  return operation.verb !== 'create' && resourceOf(operation).kind === 'Pod';
}

function creates(operation: Operation, changes: readonly MemberChange[], place: number): Program {
  const on = stepsOn(resourceOf(operation));
  return changes.flatMap((change, index) =>
    FORMS.map((form, number) => {
      const object = objectWithContainers(on.resource, `{{a}}-${place}-${index}-${number}`);
      return on.createHere({ $edit: object, with: editsOf(change) }, form);
    }),
  );
}

/**
 * The forms of a whole object that a server may validate separately; `protobuf-refuses-what-json-does` sends the
 * third one.
 */
const FORMS = [{}, { contentType: YAML_TYPE }] as const;

function writes(operation: Operation, changes: readonly MemberChange[], name: string): Program {
  const on = stepsOn(resourceOf(operation));
  const object = objectWithContainers(on.maker, name);
  const attempts = changes.flatMap((change): readonly Step[] =>
    operation.verb === 'replace'
      ? FORMS.map((form) => on.replace(name, edited(name, editsOf(change)), form))
      : PATCH_TYPES.filter((contentType) => contentType !== STRATEGIC_MERGE_PATCH_TYPE || isMerged(change)).map(
          (contentType) => on.patch(name, patchOf(contentType, object, change, on.resource.schema), { contentType }),
        ),
  );
  return [on.create(object), on.get(name, { as: name }), ...attempts, on.get(name)];
}

/**
 * Whether a strategic merge patch can make the change: it neither removes a container nor renames one to an existing
 * name.
 */
function isMerged({ members }: MemberChange): boolean {
  return !Object.hasOwn(members, 'containers') && (members['name'] === undefined || members['name'] === NO_LABEL);
}

function* check(history: History, context: CheckContext): Iterable<Finding> {
  for (const { check: judge } of STATEMENT_RULES) yield* judge(history, context);
}
