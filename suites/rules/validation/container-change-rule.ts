import { JSON_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import { OPERATIONS } from '../../../spec/surface/operations.ts';
import { callsOf, statusOf } from '../../checks/answers.ts';
import type { ContainerChange } from '../../checks/container-changes.ts';
import type { CheckContext, Finding } from '../../checks/finding.ts';
import { observed } from '../../checks/findings.ts';
import { withDecidedMembers } from '../../checks/init-containers.ts';
import { stateBefore } from '../../checks/looks.ts';
import { judgeRefusal } from '../../checks/no-trace.ts';
import { podSpecOf } from '../../checks/pod-specs.ts';
import type { Edit, Program } from '../../drivers/program.ts';
import type { History } from '../../oracle/history.ts';
import type { ChangeStatement } from '../../oracle/validation/immutability.ts';
import { CHANGE_STATEMENTS } from '../../oracle/validation/immutability.ts';
import { jsonPatchOf } from '../../oracle/validation/json-patch-of.ts';
import { keyOf, worldOf } from '../../oracle/world.ts';
import type { Rule } from '../rule.ts';
import { makerOf, resourceOf, stepsOn } from '../steps.ts';
import { wouldBe } from './would-be.ts';

/**
 * The rule that replaces and patches which would change the containers of a pod in a way that the document forbids are refused,
 * and leave no trace. Its check knows such a change by the state that the write met, whoever sent it.
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
    operations: OPERATIONS.filter(({ verb, resource }) => (verb === 'replace' || verb === 'patch') && resource !== undefined && resources.has(resource)),
    needs: ['create', 'get'],
    cases: (operation) => statement.changes(resourceOf(operation)).map((edits) => attemptToChange(operation, statement, edits)),
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
  const change =
    operation.verb === 'replace'
      ? on.replace('{{a}}', { $edit: { $from: 'read' }, with: edits })
      : on.patch('{{a}}', jsonPatchOf(edits), { contentType: JSON_PATCH_TYPE });
  return [on.create(statement.before(makerOf(on.resource), '{{a}}')), on.get('{{a}}', { as: 'read' }), change, on.get('{{a}}'), on.list()];
}

function* check(history: History, context: CheckContext, { outcome, resources, says }: ChangeStatement, forbids: (change: ContainerChange) => boolean): Iterable<Finding> {
  const world = worldOf(history);
  for (const exchange of callsOf(history.exchanges, 'replace', 'patch')) {
    const { resource, namespace, name = '', verb } = exchange.call;
    if (!resources.includes(resource)) continue;
    const key = keyOf(resource, namespace, name);
    const object = wouldBe(exchange, world);
    const before = podSpecOf(resource.kind, stateBefore(world, key, exchange)?.content ?? {});
    const after = object === undefined ? undefined : podSpecOf(resource.kind, withDecidedMembers(resource.kind, object, context.answers));
    if (before === undefined || after === undefined || !forbids({ before, after })) continue;
    if (outcome(context.answers) === 'refused') yield* judgeRefusal(history, { exchange, key, what: `a ${verb} against "${says}"`, shape: verb });
    else yield observed(exchange, `answers ${statusOf(exchange)}`);
  }
}
