import { MERGE_PATCH_TYPE } from '../../../spec/surface/media-types.ts';
import { copyOf, metadataOf, objectAt } from '../bend.ts';
import type { Bendable, UpstreamClient } from '../fault.ts';
import { later } from '../ways.ts';
import type { Wrong } from './wrong.ts';
import { ownerOf, type WrittenWorkload } from './written-workload.ts';

const JOBS = '/apis/batch/v1/namespaces/NS/jobs';
const MINUTE_MS = 60_000;
const EACH_MINUTE = '* * * * *';
/** A schedule that is due once a year, at the beginning of a month. */
const YEARLY = /^0 0 1 (\d+) \*$/;

type Outcome = 'Complete' | 'Failed';

/** A job of a cron job, as its controller left it. */
interface MadeJob {
  readonly path: string;
  readonly name: string;
  readonly reference: Bendable;
  outcome?: Outcome;
}

/** The jobs of a cron job that were not removed, the oldest first. */
export type CronJobRuns = MadeJob[];

interface RunsProgress {
  readonly upstream: UpstreamClient;
  readonly wrong: Wrong;
  readonly runs: CronJobRuns;
}

/**
 * Starts what is due of a cron job: of a yearly schedule the run that was missed since the last one, of one for each
 * minute its next. A job without completions is complete at once; one with a deadline fails when it has passed.
 */
export async function runCronJob(cronJob: WrittenWorkload, isNew: boolean, progress: RunsProgress): Promise<void> {
  const { spec } = cronJob;
  if (spec['suspend'] === true && progress.wrong.runsSuspended !== true) return;
  if (isNew && spec['schedule'] === EACH_MINUTE) {
    const due = (Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS;
    later(due - Date.now(), () => void start(cronJob, due, progress).catch(() => undefined));
  }
  const missed = missedRun(cronJob, progress.wrong);
  if (missed !== undefined) await start(cronJob, missed, progress);
}

/** The last due time of a yearly schedule, in milliseconds since the epoch, if it may still start. */
function missedRun({ object, spec }: WrittenWorkload, wrong: Wrong): number | undefined {
  const month = YEARLY.exec(String(spec['schedule']))?.[1];
  if (month === undefined) return undefined;
  const now = Date.now();
  const year = new Date(now).getUTCFullYear();
  const due = [year, year - 1].map((each) => Date.UTC(each, Number(month) - 1)).find((time) => time <= now);
  const last = objectAt(object, 'status')?.['lastScheduleTime'] ?? metadataOf(object)['creationTimestamp'];
  const deadline = wrong.ignoresStartingDeadline === true ? undefined : spec['startingDeadlineSeconds'];
  const earliest = typeof deadline === 'number' ? now - deadline * 1000 : 0;
  return due !== undefined && due > Math.max(Date.parse(String(last)), earliest) ? due : undefined;
}

async function start(cronJob: WrittenWorkload, due: number, progress: RunsProgress): Promise<void> {
  const { upstream, wrong, runs } = progress;
  const { object, spec, path } = cronJob;
  const running = runs.filter(({ outcome }) => outcome === undefined);
  const policy = (wrong.policyOf ?? String)(String(spec['concurrencyPolicy']));
  const name = `${String(metadataOf(object)['name'])}-${Math.floor(due / 1000)}`;
  if ((policy === 'Forbid' && running.length > 0) || runs.some((run) => run.name === name)) return;
  if (policy === 'Replace') for (const run of running) await remove(run, progress);
  const template = copyOf(objectAt(spec, 'jobTemplate') ?? {});
  const { labels } = metadataOf(template);
  const job: Bendable = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels, ownerReferences: [ownerOf(object)] },
    spec: template['spec'],
  };
  wrong.job?.(job);
  const collection = JOBS.replace('NS', String(metadataOf(object)['namespace']));
  const { json } = await upstream.send('POST', collection, job);
  const run: MadeJob = {
    path: `${collection}/${name}`,
    name,
    reference: { kind: 'Job', name, uid: metadataOf(json)['uid'] },
  };
  runs.push(run);
  await showActive(path, progress, { lastScheduleTime: new Date(due).toISOString().replace('.000', '') });
  const { completions, activeDeadlineSeconds } = objectAt(template, 'spec') ?? {};
  if (completions === 0) await finish(run, 'Complete', cronJob, progress);
  else if (typeof activeDeadlineSeconds === 'number')
    later(activeDeadlineSeconds * 1000, () => void finish(run, 'Failed', cronJob, progress).catch(() => undefined));
}

async function showActive(path: string, { upstream, runs }: RunsProgress, status: Bendable = {}): Promise<void> {
  const active = runs.filter(({ outcome }) => outcome === undefined).map(({ reference }) => reference);
  await upstream.send('PATCH', `${path}/status`, { status: { ...status, active } }, MERGE_PATCH_TYPE);
}

async function finish(
  run: MadeJob,
  outcome: Outcome,
  { path, spec }: WrittenWorkload,
  progress: RunsProgress,
): Promise<void> {
  const { upstream, wrong, runs } = progress;
  run.outcome = outcome;
  const status = { conditions: [{ type: outcome, status: 'True' }] };
  await upstream.send('PATCH', `${run.path}/status`, { status }, MERGE_PATCH_TYPE);
  await showActive(path, progress);
  const limit =
    wrong.finishedJobsKept ?? spec[outcome === 'Complete' ? 'successfulJobsHistoryLimit' : 'failedJobsHistoryLimit'];
  const finished = runs.filter((each) => each.outcome === outcome);
  const spare = typeof limit === 'number' ? finished.slice(0, Math.max(0, finished.length - limit)) : [];
  for (const each of spare) await remove(each, progress);
}

async function remove(run: MadeJob, { upstream, runs }: RunsProgress): Promise<void> {
  await upstream.send('DELETE', run.path, { gracePeriodSeconds: 0, propagationPolicy: 'Background' });
  runs.splice(runs.indexOf(run), 1);
}
