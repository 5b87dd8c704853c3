import { judgeMovedVersions } from '../../checks/list/moved-versions.ts';
import { distinctChange } from '../../generators/changes.ts';
import { statusOf } from '../../generators/statuses.ts';
import { WRITE_VERBS } from '../../../spec/surface/operations.ts';
import {
  edited,
  exercise,
  fc,
  makeAndRead,
  minimalObject,
  operationsOf,
  OWN_OBJECTS,
  resourceOf,
  type Steps,
  stepsOn,
  versionOf,
} from '../cases.ts';
import type { Arbitrary, Operation, Program, Rule, Step } from '../rule.ts';
import { writeStatus } from '../status/status-cases.ts';

export const rule: Rule = {
  id: 'list/version-moves-with-each-write',
  level: 'must',
  impact: 'events',
  title: 'Two lists of one collection have different versions if a visible write of any kind lies between them.',
  cites: ['list-payload.3', 'parameters.list.resource-version.1', 'parameters.list.resource-version.5'],
  operations: operationsOf(WRITE_VERBS, ({ namespaced }) => namespaced),
  needs: ['create', 'list'],
  cases: programsFor,
  check: judgeMovedVersions,
  sweep: true,
};

function programsFor(operation: Operation): Arbitrary<Program> {
  const on = stepsOn(resourceOf(operation));
  const { verb } = operation;
  if (verb === 'replaceStatus' || verb === 'patchStatus')
    return statusOf(on.resource).map((status) => between(on, madeAndRead(on), writeStatus(operation, on, status)));
  if (verb === 'replace')
    return fc.constant(
      between(on, madeAndRead(on), on.replace('{{a}}', edited('read', distinctChange(on.resource, 'moved')))),
    );
  const program = exercise(operation);
  return fc.constant(between(on, program.slice(0, -1), ...program.slice(-1)));
}

const madeAndRead = (on: Steps): Program => makeAndRead(on, minimalObject(on.maker, '{{a}}'));

/** The write between two reads of its collection, also from a cache, at the earlier version, and of all namespaces. */
function between(on: Steps, before: Program, ...write: readonly Step[]): Program {
  const reads = [on.list(), on.list({ query: { resourceVersion: '0' } }), on.listAll({ query: OWN_OBJECTS })];
  const atEarlier = { resourceVersion: versionOf('earlier') };
  return [...before, ...reads, on.list({ as: 'earlier' }), ...write, on.list({ query: atEarlier }), ...reads];
}
