import { propertySchema } from '../../../spec/schemas/index.ts';
import { judgeCreated } from '../../checks/create/creations.ts';
import { at } from '../../oracle/json.ts';
import type { Edit } from '../../program/program.ts';
import { fc, resourceOf } from '../cases.ts';
import type { Finding, History, Resource, Rule } from '../rule.ts';
import { CREATES } from './create-and-read.ts';
import { createEdited } from './default-cases.ts';

/** Members of specs that may be zero. */
const MEMBERS = [
  'replicas',
  'revisionHistoryLimit',
  'parallelism',
  'completions',
  'successfulJobsHistoryLimit',
  'failedJobsHistoryLimit',
  'startingDeadlineSeconds',
];

export const rule: Rule = {
  id: 'create/explicit-zeros-are-kept',
  level: 'must',
  title: 'If 0 and absent differ for a number of a spec, a 0 that was sent is shown as 0.',
  cites: [
    'deployment-spec.replicas.2',
    'deployment-spec.revision-history-limit.3',
    'cron-job-spec.successful-jobs-history-limit.2',
    'cron-job-spec.failed-jobs-history-limit.2',
  ],
  operations: CREATES.filter((operation) => pointersOf(resourceOf(operation)).length > 0),
  cases: (operation) =>
    fc.subarray(pointersOf(resourceOf(operation)), { minLength: 1 }).map((members) =>
      createEdited(
        operation,
        members.map((member): Edit => ({ set: `/spec/${member}`, to: 0 })),
      ),
    ),
  check,
};

/** The members of the kind for which its schema says that zero differs from absent. */
function pointersOf({ schema }: Resource): string[] {
  if (propertySchema(schema, 'spec') === undefined) return [];
  return MEMBERS.filter((member) => propertySchema(`${schema}Spec`, member)?.['x-pointer'] === true);
}

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    for (const member of pointersOf(creation.exchange.call.resource)) {
      if (at(creation.sent, 'spec', member) !== 0) continue;
      const actual = at(object, 'spec', member);
      yield { shape: member, path: `spec.${member}`, expected: '0, as it was sent', actual, holds: actual === 0 };
    }
  });
}
