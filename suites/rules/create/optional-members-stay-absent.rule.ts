import type { Kind } from '../../../spec/surface/resources.ts';
import { judgeCreated } from '../../checks/creations.ts';
import type { Finding } from '../../checks/finding.ts';
import { inTurn } from '../../generators/in-turn.ts';
import type { History } from '../../oracle/history.ts';
import { at } from '../../oracle/json.ts';
import type { Rule } from '../rule.ts';
import { resourceOf } from '../steps.ts';
import { CREATES } from './create-and-look.ts';
import { createEdited } from './default-cases.ts';

/** Members of the spec that the document calls optional, and for which it states no default. */
const OPTIONAL: Readonly<Partial<Record<Kind, readonly string[]>>> = { CronJob: ['startingDeadlineSeconds'] };

export const rule: Rule = {
  id: 'create/optional-members-stay-absent',
  level: 'must',
  title: 'An optional member without a default may be left out, and is then not made up; where it was sent it is kept, 0 included.',
  cites: ['cron-job-spec.starting-deadline-seconds.1'],
  operations: CREATES.filter((operation) => OPTIONAL[resourceOf(operation).kind] !== undefined),
  cases: (operation) => {
    const members = OPTIONAL[resourceOf(operation).kind] ?? [];
    return inTurn<number | undefined>(undefined, 0, 1, 3600).map((to) => createEdited(operation, to === undefined ? [] : members.map((member) => ({ set: `/spec/${member}`, to }))));
  },
  check,
};

function check(history: History): Iterable<Finding> {
  return judgeCreated(history, function* ({ creation, object }) {
    for (const member of OPTIONAL[creation.exchange.call.resource.kind] ?? []) {
      const [asked, actual] = [creation.sent, object].map((each) => at(each, 'spec', member) ?? undefined);
      yield { shape: asked === undefined ? 'left out' : 'sent', path: `spec.${member}`, expected: asked === undefined ? 'absent' : `${String(asked)}, as it was sent`, actual, holds: actual === asked };
    }
  });
}
