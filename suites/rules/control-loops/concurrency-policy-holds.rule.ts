import { observedStateOf } from '../../oracle/observed-state.ts';
import { fc } from '../cases.ts';
import { held, late, violated } from '../judging.ts';
import type { Finding, History, Rule } from '../rule.ts';
import { createsOf, PAUSE, SETTLED_MS } from './controller-cases.ts';
import { birthOf, type Dependant, objectsSeen } from './dependants.ts';
import { always, jobListsOf, type ListedJobs, type Run, runsOf } from './job-runs.ts';
import { LOOKS_EVERY_MS, overdueRuns, YEARLY } from './schedule-cases.ts';

export const rule: Rule = {
  id: 'control-loops/concurrency-policy-holds',
  level: 'should',
  title:
    'While a job of a cron job runs, the next due run starts beside it with concurrencyPolicy Allow, does not start with Forbid, and takes its place with Replace.',
  cites: ['cron-job-spec.concurrency-policy.1'],
  operations: createsOf('CronJob'),
  needs: ['create', 'patch', 'patchStatus', 'jobs controller'],
  cases: (operation) => {
    const runs = overdueRuns(operation, [
      { name: '{{a}}' },
      { name: '{{ab}}', spec: { concurrencyPolicy: 'Forbid' } },
      { name: '{{b}}', spec: { concurrencyPolicy: 'Replace' } },
    ]);
    const [first, second] = YEARLY;
    return fc.constant([
      ...runs.make,
      ...runs.start(first, ['{{a}}', '{{ab}}', '{{b}}']),
      ...runs.read,
      ...runs.start(second, []),
      PAUSE,
      PAUSE,
      ...runs.read,
    ]);
  },
  check,
  least: 1,
};

function* check(history: History): Iterable<Finding> {
  const observed = observedStateOf(history);
  const last = jobListsOf(history).at(-1);
  const cronJobs = objectsSeen(observed, 'CronJob').map((cronJob) => ({ cronJob, runs: runsOf(observed, cronJob) }));
  // Two jobs of one cron job show that its controller starts what is due while a job runs.
  const acts = cronJobs.some(({ runs }) => runs.length > 1 && stillRun(runs));
  if (!acts || last === undefined) return;
  for (const { cronJob, runs } of cronJobs) if (runs.length > 0 && stillRun(runs)) yield* judge(cronJob, runs, last);
}

function stillRun(runs: readonly Run[]): boolean {
  return runs.every(({ ended }) => ended === undefined);
}

function* judge(cronJob: Dependant, runs: readonly Run[], { exchange, uids }: ListedJobs): Iterable<Finding> {
  const policy = always(cronJob, 'concurrencyPolicy');
  const kept = runs.filter(({ job }) => uids.has(job.uid));
  const made = birthOf(cronJob, exchange);
  const of = `${runs.length} made, ${kept.length} kept`;
  const settled = exchange.request.t > Math.max(...runs.map(({ shown }) => shown)) + SETTLED_MS;
  if (policy === 'Forbid')
    yield runs.length > 1
      ? violated(exchange, 'no second job while the first one runs', of, 'a job starts beside another with Forbid')
      : held(made, 'Forbid: one job');
  else if (policy === 'Allow') {
    if (kept.length < runs.length)
      yield violated(exchange, 'the job that runs stays', of, 'a running job is removed with Allow');
    else if (runs.length > 1) yield held(made, 'Allow: two jobs');
    else if (exchange.request.t > (runs[0]?.shown ?? 0) + LOOKS_EVERY_MS + SETTLED_MS)
      yield late(violated(exchange, 'a second job beside the first', of, 'no job starts beside another with Allow'));
  } else if (policy === 'Replace' && settled) {
    if (kept.length > 1)
      yield late(violated(exchange, 'one job, the later one', of, 'a running job is not replaced with Replace'));
    else if (runs.length > 1) yield held(made, 'Replace: the later job');
  }
}
