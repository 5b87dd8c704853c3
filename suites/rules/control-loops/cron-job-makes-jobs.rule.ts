import { missing } from '../../oracle/values/comparison.ts';
import { at, textAt } from '../../oracle/json.ts';
import { observedStateOf } from '../../oracle/observed-state.ts';
import { held, late, show, violated } from '../judging.ts';
import type { Finding, History, Json, Rule } from '../rule.ts';
import { birthOf, type Dependant, dependantsOf, lastOf, objectsSeen, shownAt } from './dependants.ts';
import { createsOf, SETTLED_MS } from './controller-cases.ts';
import { dueEachMinute } from './schedule-cases.ts';

export const rule: Rule = {
  id: 'control-loops/cron-job-makes-jobs',
  level: 'must',
  title:
    'A job made by a cron job has the spec of its template; the cron job lists the job as active while it runs, and shows its last schedule time.',
  cites: ['cron-job-spec.job-template.1', 'cron-job-status.active.1', 'what-the-service-does.desired-state'],
  operations: createsOf('CronJob'),
  needs: ['create', 'jobs controller'],
  cases: dueEachMinute,
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  for (const cronJob of objectsSeen(observed, 'CronJob')) {
    const last = lastOf(cronJob);
    for (const job of dependantsOf(observed, 'Job', cronJob)) {
      const made = lastOf(job);
      if (last === undefined || made === undefined) continue;
      const [lacking] = missing(at(last.content, 'spec', 'jobTemplate', 'spec'), at(made.content, 'spec'), {
        schema: 'batch/v1.JobSpec',
      });
      const running =
        (at(made.content, 'status', 'completionTime') ?? null) === null &&
        shownAt(last) > shownAt(made) + SETTLED_MS / 2;
      if (lacking !== undefined)
        yield violated(
          made.exchange,
          `${lacking.path} ${show(lacking.expected)}, as in the template`,
          show(lacking.actual),
          'another spec than the template',
        );
      else if (running && !listsAsActive(last.content, job))
        yield late(
          violated(
            last.exchange,
            `${job.key.name} among the active jobs`,
            show(at(last.content, 'status', 'active')),
            'a job that runs is not active',
          ),
        );
      else yield held(birthOf(cronJob, made.exchange), 'made at a run');
    }
  }
}

/** The document shows no member of a reference, so one may name its object without a uid. */
function listsAsActive(cronJob: Json, { uid, key }: Dependant): boolean {
  const active = at(cronJob, 'status', 'active');
  return (
    Array.isArray(active) &&
    (active as readonly Json[]).some((reference) =>
      (textAt(reference, 'uid') ?? '') === ''
        ? textAt(reference, 'name') === key.name
        : textAt(reference, 'uid') === uid,
    ) &&
    textAt(cronJob, 'status', 'lastScheduleTime') !== undefined
  );
}
