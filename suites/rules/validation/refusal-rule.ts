import type { DialectChoices } from '../../../spec/dialects/index.ts';
import { JSON_PATCH_TYPE, MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { freshReadsAfter } from '../../checks/fresh-reads.ts';
import { withoutUndecided } from '../../checks/init-containers.ts';
import { judgeBodies, OBJECT_WRITES } from '../../checks/validation/bad-bodies.ts';
import { textAt } from '../../oracle/json.ts';
import { keyOf, type ObservedState, observedStateOf } from '../../oracle/observed-state.ts';
import { jsonPatchOf } from '../../oracle/validation/json-patch-of.ts';
import { type Statement, STATEMENTS } from '../../oracle/validation/statements.ts';
import type { Edit } from '../../program/program.ts';
import { inTurn, minimalObject, resourceOf } from '../cases.ts';
import { received, callsOf, held, observed, type ResourceCalled, statusOf } from '../judging.ts';
import type { PatchForm } from '../patch-form.ts';
import type {
  CheckContext,
  Finding,
  History,
  JsonObject,
  Operation,
  Program,
  Resource,
  Rule,
  Template,
} from '../rule.ts';
import { hasMoreContainers } from './more-containers.ts';
import { beforeWrite, wouldBe } from './would-be.ts';
import { attempt, patchAttempts, WRITES } from './writing-operations.ts';

/**
 * Whether an object alone breaks a statement; false if that is open. The name of the member that breaks it, if the
 * statement is about many.
 */
export type Breaks = (resource: Resource, object: JsonObject, choices: DialectChoices) => boolean | string | undefined;

/**
 * Builds a rule: creates, replaces and patches whose result would break a statement of the document are refused and
 * leave no trace. Its cases break the statement and no other; its check recognises such an object, whoever sent it.
 */
export function refusalRule(id: string, breaks: Breaks, least = 3): Rule {
  const statement = statementOf(id);
  const resources = new Set(statement.resources.map((resource) => resource.id));
  return {
    id: `validation/${id}`,
    level: 'must',
    negative: true,
    title: statement.says,
    cites: statement.cites,
    operations: WRITES.filter(({ resource }) => resource !== undefined && resources.has(resource)),
    needs: ['create', 'get'],
    cases: (operation) =>
      inTurn(...(statement.drawn ?? statement.breaks)(resourceOf(operation))).map((edits) =>
        attemptToBreak(operation, edits),
      ),
    check: (history, context) => check(history, context, statement, breaks),
    least,
  };
}

function statementOf(id: string): Statement {
  const statement = STATEMENTS.find((each) => each.id === id);
  if (statement === undefined) throw new RangeError(`no statement '${id}' makes an object invalid`);
  return statement;
}

/** A legal change in the same write, which shows whether a refused write is stored in part. */
const ALONG: Edit = { set: '/metadata/labels/along', to: 'with-it' };

function attemptToBreak(operation: Operation, breaking: readonly Edit[]): Program {
  const resource = resourceOf(operation);
  const edits = [ALONG, ...breaking];
  if (operation.verb === 'patch') return patchAttempts(operation, patchesOf(edits));
  const edited: Template = {
    $edit: operation.verb === 'create' ? minimalObject(resource, '{{a}}') : { $from: 'read' },
    with: edits,
  };
  return attempt(operation, edited);
}

/**
 * The patches with the same effect as the edits: a merge patch replaces whole lists, and a strategic one merges
 * them.
 */
function patchesOf(edits: readonly Edit[]): readonly PatchForm[] {
  const json: PatchForm = { body: jsonPatchOf(edits), contentType: JSON_PATCH_TYPE };
  if (edits.some((edit) => 'remove' in edit)) return [json];
  const inLists = edits.some((edit) => 'set' in edit && /\/\d+(\/|$)/.test(edit.set));
  if (inLists)
    return [
      json,
      {
        body: { $edit: { $from: 'read' }, with: [...edits, { remove: '/metadata/resourceVersion' }] },
        contentType: MERGE_PATCH_TYPE,
      },
    ];
  return [
    json,
    ...[MERGE_PATCH_TYPE, STRATEGIC_MERGE_PATCH_TYPE].map((contentType) => ({
      body: { $edit: {}, with: edits },
      contentType,
    })),
  ];
}

function* check(
  history: History,
  context: CheckContext,
  { field, mayBeDropped, refused, resources }: Statement,
  breaks: Breaks,
): Iterable<Finding> {
  const members = new Map<ResourceCalled, string>();
  const breakage = (exchange: ResourceCalled, observedState: ObservedState): 'certain' | 'open' | undefined => {
    const object = resources.includes(exchange.call.resource) ? wouldBe(exchange, observedState) : undefined;
    if (object === undefined) return undefined;
    const { resource, verb } = exchange.call;
    const before = verb === 'patch' ? beforeWrite(exchange, observedState)?.content : undefined;
    const decided = verb === 'create' ? object : withoutUndecided(resource.kind, object, context.choices, before);
    const broken = breaks(resource, decided, context.choices);
    if (typeof broken === 'string') members.set(exchange, broken);
    if (broken) return 'certain';
    return decided !== object && Boolean(breaks(resource, object, context.choices)) ? 'open' : undefined;
  };
  const observedState = observedStateOf(history);
  const writes = callsOf(history.exchanges, ...OBJECT_WRITES);
  const found = new Map(writes.map((exchange) => [exchange, breakage(exchange, observedState)]));
  const isBroken = (exchange: ResourceCalled): boolean => found.get(exchange) === 'certain';
  for (const [exchange, how] of found)
    if (how === 'open') yield observed(exchange, 'annotations of the object may decide its init containers');
  const dropped = writes.filter(
    (exchange) =>
      isBroken(exchange) &&
      (mayBeDropped === true || hasMoreContainers(exchange, observedState)) &&
      isMended(history, exchange, (resource, object) => Boolean(breaks(resource, object, context.choices))),
  );
  for (const exchange of dropped) yield held(exchange, `${field} is dropped`);
  if (refused(context.choices))
    return yield* judgeBodies(
      history,
      OBJECT_WRITES,
      (exchange) => (isBroken(exchange) && !dropped.includes(exchange) ? `such ${field}` : undefined),
      (exchange) => (members.has(exchange) ? `such ${members.get(exchange)}` : undefined),
    );
  for (const exchange of callsOf(history.exchanges, 'create', 'replace', 'patch')) {
    if (isBroken(exchange)) yield observed(exchange, `returns ${statusOf(exchange)}`);
  }
}

/** Whether a write succeeded, and its stored result does not break the statement anywhere. */
function isMended(
  history: History,
  exchange: ResourceCalled,
  breaks: (resource: Resource, object: JsonObject) => boolean,
): boolean {
  const { resource, namespace } = exchange.call;
  const stored = received(exchange);
  if (stored === undefined || breaks(resource, stored)) return false;
  const key = keyOf(resource, namespace, exchange.call.name ?? textAt(stored, 'metadata', 'name') ?? '');
  return freshReadsAfter(history, observedStateOf(history), key, exchange).every(
    ({ seen }) => seen !== undefined && !breaks(resource, seen.content),
  );
}
