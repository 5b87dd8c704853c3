import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { freshReadsAfter, stateBefore } from '../../checks/fresh-reads.ts';
import { withDecidedMembers } from '../../checks/init-containers.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import type { ContainerChange } from '../../checks/validation/container-changes.ts';
import { textAt } from '../../oracle/json.ts';
import { type ObjectKey, observedStateOf } from '../../oracle/observed-state.ts';
import { podSpecOf } from '../../oracle/objects/pod-specs.ts';
import { CHANGE_STATEMENTS, type ChangeStatement } from '../../oracle/validation/immutability.ts';
import { jsonPatchOf } from '../../oracle/validation/json-patch-of.ts';
import type { CallStep, Edit } from '../../program/program.ts';
import { makerOf, resourceOf, type Steps, stepsOn } from '../cases.ts';
import { received, callsOf, held, observed, type ResourceCalled, statusOf, keyCalled } from '../judging.ts';
import type { CheckContext, Finding, History, JsonObject, Operation, Program, Rule, Template } from '../rule.ts';
import { wouldBe } from './would-be.ts';

/**
 * Builds a rule: replaces and patches that change the containers of a pod in a forbidden way are refused and leave
 * no trace. Its check recognises such a change by the state before the write, whoever sent it.
 */
export function containerChangeRule(id: string, forbids: (change: ContainerChange) => boolean): Rule {
  const statement = statementOf(id);
  const resources = new Set(statement.resources.map((resource) => resource.id));
  return {
    id: `validation/${id}`,
    level: 'must',
    negative: true,
    title: statement.says,
    cites: statement.cites,
    operations: OPERATIONS.filter(
      ({ verb, resource }) =>
        (verb === 'replace' || verb === 'patch') && resource !== undefined && resources.has(resource),
    ),
    needs: ['create', 'get'],
    cases: (operation) =>
      statement.changes(resourceOf(operation)).map((edits) => attemptToChange(operation, statement, edits)),
    check: (history, context) => check(history, context, statement, forbids),
    least: 12,
  };
}

function statementOf(id: string): ChangeStatement {
  const statement = CHANGE_STATEMENTS.find((each) => each.id === id);
  if (statement === undefined) throw new RangeError(`no statement '${id}' forbids a change`);
  return statement;
}

function attemptToChange(operation: Operation, statement: ChangeStatement, edits: readonly Edit[]): Program {
  const on = stepsOn(resourceOf(operation));
  const before = statement.before(makerOf(on.resource), '{{a}}');
  const changes = eachFormInTurn(edits).flatMap((some) =>
    operation.verb === 'replace'
      ? [on.replace('{{a}}', { $edit: { $from: 'read' }, with: some })]
      : patchesTo(on, before, some),
  );
  return [
    on.create(before),
    on.get('{{a}}', { as: 'read' }),
    ...changes.flatMap((change) => [change, on.get('{{a}}')]),
    on.list(),
  ];
}

/** Members are removed one at a time: otherwise the refusal of one could hide a missing refusal of another. */
function eachFormInTurn(edits: readonly Edit[]): readonly (readonly Edit[])[] {
  return edits.every((edit) => 'remove' in edit) ? edits.map((edit) => [edit]) : [edits];
}

/** The change by each type of patch: a merge patch has the whole new list, a strategic one the changed element. */
function patchesTo(on: Steps, before: JsonObject, edits: readonly Edit[]): readonly CallStep[] {
  const list = edits
    .map((edit) => ('set' in edit ? edit.set : edit.remove))
    .some((path) => path.startsWith('/spec/initContainers'))
    ? 'initContainers'
    : 'containers';
  const merge: Template = { $edit: { spec: { [list]: { $from: 'read', at: `/spec/${list}` } } }, with: edits };
  const strategic = strategicPatch(before, edits);
  return [
    on.patch('{{a}}', jsonPatchOf(edits), { contentType: JSON_PATCH_TYPE }),
    on.patch('{{a}}', merge, { contentType: MERGE_PATCH_TYPE }),
    ...(strategic === undefined ? [] : [on.patch('{{a}}', strategic, { contentType: STRATEGIC_MERGE_PATCH_TYPE })]),
  ];
}

/**
 * The strategic merge patch equal to one edit of a container, by the name of the container; `undefined` if there is
 * none.
 */
function strategicPatch(before: JsonObject, [edit, ...more]: readonly Edit[]): Template | undefined {
  if (edit === undefined || more.length > 0) return undefined;
  const [, list = '', index, member] =
    /^\/spec\/(containers|initContainers)(?:\/(\d+|-)(?:\/(\w+))?)?$/.exec('set' in edit ? edit.set : edit.remove) ??
    [];
  if (index === undefined) return 'set' in edit ? { spec: { [list]: edit.to } } : undefined;
  if (index === '-') return 'set' in edit ? { spec: { [list]: [edit.to] } } : undefined;
  const name = textAt(before, 'spec', list, index, 'name');
  if (name === undefined || member === 'name') return undefined;
  if (member === undefined) return { spec: { [list]: [{ name, $patch: 'delete' }] } };
  return { spec: { [list]: [{ name, [member]: 'set' in edit ? edit.to : null }] } };
}

function* check(
  history: History,
  context: CheckContext,
  { outcome, resources, says }: ChangeStatement,
  forbids: (change: ContainerChange) => boolean,
): Iterable<Finding> {
  const observedState = observedStateOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace', 'patch')) {
    const { resource, verb } = exchange.call;
    if (!resources.includes(resource)) continue;
    const key = keyCalled(exchange);
    const object = wouldBe(exchange, observedState);
    const before = podSpecOf(resource.kind, stateBefore(observedState, key, exchange)?.content ?? {});
    const after =
      object === undefined
        ? undefined
        : podSpecOf(resource.kind, withDecidedMembers(resource.kind, object, context.choices));
    if (before === undefined || after === undefined || !forbids({ before, after })) continue;
    const wanted = outcome(context.choices);
    if (wanted === 'kept' && isIgnored(history, exchange, key, (podSpec) => forbids({ before, after: podSpec })))
      yield held(exchange, `${verb} ignored`);
    else if (wanted !== 'free')
      yield* judgeRefusal(history, { exchange, key, what: `a ${verb} against "${says}"`, shape: verb });
    else yield observed(exchange, `returns ${statusOf(exchange)}`);
  }
}

/** Whether a write succeeded, and its stored result does not show the change anywhere. */
function isIgnored(
  history: History,
  exchange: ResourceCalled,
  key: ObjectKey,
  isChanged: (podSpec: JsonObject) => boolean,
): boolean {
  const stored = received(exchange);
  if (stored === undefined) return false;
  const shown = [
    stored,
    ...freshReadsAfter(history, observedStateOf(history), key, exchange).map(({ seen }) => seen?.content),
  ];
  return shown.every((object) => {
    const podSpec = object === undefined ? undefined : podSpecOf(exchange.call.resource.kind, object);
    return podSpec !== undefined && !isChanged(podSpec);
  });
}
