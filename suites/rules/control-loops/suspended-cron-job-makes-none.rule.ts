import { at } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { held, show, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { dependantsOf, lastOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf } from './controller-cases.ts';
import { dueEachMinute } from './schedule-cases.ts';

export const rule: Rule = {
  id: 'control-loops/suspended-cron-job-makes-none',
  level: 'must',
  title:
    'A cron job that was suspended from its create on makes no job when it is due, while one that is not suspended makes a job.',
  cites: ['cron-job-spec.suspend.1'],
  operations: createsOf('CronJob'),
  needs: ['create', 'jobs controller'],
  cases: dueEachMinute,
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const cronJobs = objectsSeen(observed, 'CronJob');
  for (const suspended of cronJobs.filter(({ states }) =>
    states.every(({ content }) => at(content, 'spec', 'suspend') === true),
  )) {
    const [made, last] = [suspended.states.find(({ source }) => source === 'write'), lastOf(suspended)];
    if (made === undefined || last === undefined) continue;
    const alike = cronJobs.filter(({ states }) =>
      states.some(
        ({ content }) =>
          at(content, 'spec', 'suspend') !== true &&
          at(content, 'spec', 'schedule') === at(made.content, 'spec', 'schedule'),
      ),
    );
    const ran = alike.some((other) =>
      dependantsOf(observed, 'Job', other).some(({ states }) =>
        states.some((state) => shownAt(state) > shownAt(made) && shownAt(state) < shownAt(last)),
      ),
    );
    const [job] = dependantsOf(observed, 'Job', suspended);
    if (job !== undefined)
      yield violated(made.exchange, 'no job', show(job.key.name), 'a suspended cron job made a job');
    else if (ran) yield held(made.exchange, 'none was made');
  }
}
