import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { planCronJob } from './plan-cron-job.ts';
import type { HasObject } from './plan-replicas.ts';

const HALF_PAST_ELEVEN = Date.parse('2017-08-01T11:30:00Z');

function cronJob(spec: object, status: object = { lastScheduleTime: '2017-08-01T09:00:00Z' }): ApiObject {
  const metadata = { name: 'c', uid: 'u', creationTimestamp: '2017-08-01T08:30:00Z' };
  return {
    apiVersion: 'batch/v2alpha1',
    kind: 'CronJob',
    metadata,
    spec: { schedule: '0 * * * *', concurrencyPolicy: 'Allow', jobTemplate: { spec: { template: {} } }, ...spec },
    status,
  };
}

function job(name: string, outcome?: 'Complete' | 'Failed', startTime = '2017-08-01T10:00:00Z'): HasObject {
  const conditions = outcome === undefined ? [] : [{ type: outcome, status: 'True' }];
  return {
    value: {
      object: { apiVersion: 'batch/v1', kind: 'Job', metadata: { name, uid: name }, status: { startTime, conditions } },
    },
  };
}

describe('a cron job', () => {
  it('starts the latest missed run, and reports when it was due', () => {
    const { run, status, nextAt } = planCronJob(cronJob({}), [], HALF_PAST_ELEVEN);
    expect([run?.metadata.name, status, nextAt]).toEqual([
      'c-1501585200',
      { lastScheduleTime: '2017-08-01T11:00:00Z' },
      Date.parse('2017-08-01T12:00:00Z'),
    ]);
  });

  it('starts no run that is later than startingDeadlineSeconds', () => {
    expect(planCronJob(cronJob({ startingDeadlineSeconds: 1799 }), [], HALF_PAST_ELEVEN).run).toBeUndefined();
    expect(planCronJob(cronJob({ startingDeadlineSeconds: 1801 }), [], HALF_PAST_ELEVEN).run).toBeDefined();
  });

  it('starts no run while it is suspended, and none before the first is due', () => {
    expect(planCronJob(cronJob({ suspend: true }), [], HALF_PAST_ELEVEN).run).toBeUndefined();
    expect(planCronJob(cronJob({}, {}), [], Date.parse('2017-08-01T08:59:59Z')).run).toBeUndefined();
  });

  it('starts no missed run if too many were missed, and reports that', () => {
    const plan = planCronJob(cronJob({ schedule: '* * * * *' }), [], HALF_PAST_ELEVEN);
    expect([plan.run, plan.happenings[0]?.reason]).toEqual([undefined, 'FailedNeedsStart']);
  });

  it.each([
    ['2017-08-01T09:50:00Z', true],
    ['2017-08-01T09:49:00Z', false],
  ])('that last ran at %s and runs every minute starts one now: %s', (lastScheduleTime, makes) => {
    expect(
      planCronJob(cronJob({ schedule: '* * * * *' }, { lastScheduleTime }), [], HALF_PAST_ELEVEN).run !== undefined,
    ).toBe(makes);
  });

  it('accepts an existing job of the due run, whatever its policy', () => {
    const there = job('c-1501585200');
    for (const concurrencyPolicy of ['Allow', 'Forbid', 'Replace']) {
      const { run, made, remove, status, happenings } = planCronJob(
        cronJob({ concurrencyPolicy }),
        [there],
        HALF_PAST_ELEVEN,
      );
      expect({ run, made, remove, status, happenings }).toEqual({
        run: undefined,
        made: there,
        remove: [],
        status: { lastScheduleTime: '2017-08-01T11:00:00Z' },
        happenings: [],
      });
    }
  });

  it('cuts a name that is too long, and keeps names with the same beginning distinct', () => {
    const names = ['x', 'y'].map((last) => {
      const subject = cronJob({});
      return (
        planCronJob(
          { ...subject, metadata: { ...subject.metadata, name: `${'a'.repeat(80)}${last}` } },
          [],
          HALF_PAST_ELEVEN,
        ).run?.metadata.name ?? ''
      );
    });
    expect([new Set(names).size, Math.max(...names.map(({ length }) => length)) <= 63]).toEqual([2, true]);
  });

  it.each([
    ['Allow', true, []],
    ['Forbid', false, []],
    ['Replace', true, ['running']],
  ])('under %s while a job runs: makes one %s, removes %j', (concurrencyPolicy, makes, removed) => {
    const plan = planCronJob(cronJob({ concurrencyPolicy }), [job('running')], HALF_PAST_ELEVEN);
    expect([plan.run !== undefined, plan.remove.map(({ value }) => value.object.metadata.name)]).toEqual([
      makes,
      removed,
    ]);
  });

  it('keeps the latest finished jobs, up to its limits', () => {
    const jobs = [
      job('a', 'Complete', '2017-08-01T07:00:00Z'),
      job('b', 'Complete', '2017-08-01T08:00:00Z'),
      job('c', 'Failed'),
      job('d', 'Failed', '2017-08-01T11:00:00Z'),
    ];
    const plan = planCronJob(
      cronJob({ successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0 }),
      jobs,
      HALF_PAST_ELEVEN,
    );
    expect(plan.remove.map(({ value }) => value.object.metadata.name)).toEqual(['a', 'c', 'd']);
  });

  it('lists running jobs as active, and removes ended ones from the list', () => {
    const active = [
      { name: 'running', uid: 'running' },
      { name: 'over', uid: 'over' },
    ];
    const plan = planCronJob(
      cronJob({ suspend: true }, { active }),
      [job('running'), job('over', 'Complete')],
      HALF_PAST_ELEVEN,
    );
    expect([plan.status, plan.happenings.map(({ reason }) => reason)]).toEqual([
      { active: [{ name: 'running', uid: 'running' }] },
      ['SawCompletedJob'],
    ]);
  });

  it('removes deleted jobs from the list, keeps terminating ones, and reports foreign jobs', () => {
    const going = job('going');
    const deleted: HasObject = {
      value: {
        object: {
          ...going.value.object,
          metadata: { ...going.value.object.metadata, deletionTimestamp: '2017-08-01T11:29:00Z' },
        },
      },
    };
    const active = [
      { name: 'gone', uid: 'gone' },
      { name: 'going', uid: 'going' },
    ];
    const plan = planCronJob(cronJob({ suspend: true }, { active }), [deleted, job('foreign')], HALF_PAST_ELEVEN);
    expect([plan.status, plan.happenings.map(({ reason }) => reason)]).toEqual([
      { active: [{ name: 'going', uid: 'going' }] },
      ['UnexpectedJob', 'MissingJob'],
    ]);
  });
});
