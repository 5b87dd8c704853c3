import { describe, expect, it } from 'vitest';
import type { ApiObject } from '../../resources/api-object.ts';
import { planJob } from './plan-job.ts';
import type { HasObject } from './plan-replicas.ts';

const NOON = Date.parse('2017-08-01T12:00:00Z');
const SECOND = 1000;

function jobOf(spec: object, status: object = {}): ApiObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', uid: 'u' },
    spec: { parallelism: 1, ...spec },
    status,
  };
}

function pod(phase: string, finishedAt?: string): HasObject {
  const containerStatuses =
    finishedAt === undefined ? [] : [{ name: 'c', state: { terminated: { exitCode: 1, finishedAt } } }];
  return { value: { object: { apiVersion: 'v1', kind: 'Pod', metadata: {}, status: { phase, containerStatuses } } } };
}

describe('a job', () => {
  it.each([
    [{ parallelism: 2, completions: 3 }, [], 2],
    [{ parallelism: 2, completions: 3 }, ['Succeeded', 'Running'], 1],
    [{ parallelism: 2, completions: 3 }, ['Succeeded', 'Succeeded', 'Running'], 0],
    [{ parallelism: 3 }, ['Running'], 2],
    [{ parallelism: 3 }, ['Succeeded', 'Running'], 0],
    [{ parallelism: 0, completions: 1 }, [], 0],
  ])('of %j with pods %j creates %d', (spec, phases, missing) => {
    expect(
      planJob(
        jobOf(spec),
        phases.map((phase) => pod(phase)),
        NOON,
      ).missing,
    ).toBe(missing);
  });

  it('ends pods beyond its parallelism, first those that do not run, but keeps pods beyond the remaining completions', () => {
    const [running, pending] = [pod('Running'), pod('Pending')];
    expect(planJob(jobOf({ parallelism: 1, completions: 5 }), [running, pending], NOON).surplus).toEqual([pending]);
    expect(
      planJob(jobOf({ parallelism: 2, completions: 2 }), [pod('Succeeded'), running, pending], NOON).surplus,
    ).toEqual([]);
  });

  it.each([
    [{ completions: 2 }, ['Succeeded', 'Succeeded']],
    [{}, ['Succeeded']],
  ])('of %j is complete with pods %j', (spec, phases) => {
    const { status } = planJob(
      jobOf(spec),
      phases.map((phase) => pod(phase)),
      NOON,
    );
    expect(status).toMatchObject({
      conditions: [{ type: 'Complete', status: 'True' }],
      startTime: '2017-08-01T12:00:00Z',
      completionTime: '2017-08-01T12:00:00Z',
      succeeded: phases.length,
    });
  });

  it('replaces failed pods after a delay that doubles', () => {
    const failures = [pod('Failed', '2017-08-01T11:59:50Z'), pod('Failed', '2017-08-01T11:59:55Z')];
    const waiting = planJob(jobOf({ completions: 1 }), failures, NOON);
    expect([waiting.missing, waiting.nextAt, waiting.status['failed']]).toEqual([0, NOON + 15 * SECOND, 2]);
    expect(planJob(jobOf({ completions: 1 }), failures, NOON + 15 * SECOND).missing).toBe(1);
  });

  it.each([
    [
      'its time was over before a container ran',
      '2017-08-01T11:59:55Z',
      { phase: 'Failed', reason: 'DeadlineExceeded', startTime: '2017-08-01T11:59:55Z' },
    ],
    ['a client says that it has failed', '2017-08-01T12:00:00Z', { phase: 'Failed' }],
  ])('also waits before it replaces a pod of which %s', (_, creationTimestamp, status) => {
    const failed = {
      value: {
        object: {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { creationTimestamp },
          spec: { activeDeadlineSeconds: 5 },
          status,
        },
      },
    };
    const plan = planJob(jobOf({ completions: 1 }), [failed], NOON);
    expect([plan.missing, plan.nextAt]).toEqual([0, NOON + 10 * SECOND]);
  });

  it('fails when its deadline has passed, and ends its pods', () => {
    const job = jobOf({ completions: 1, activeDeadlineSeconds: 60 }, { startTime: '2017-08-01T12:00:00Z' });
    expect(planJob(job, [pod('Running')], NOON + 59 * SECOND).nextAt).toBe(NOON + 60 * SECOND);
    const plan = planJob(job, [pod('Running')], NOON + 60 * SECOND);
    expect([plan.surplus.length, plan.status]).toMatchObject([
      1,
      { conditions: [{ type: 'Failed', status: 'True', reason: 'DeadlineExceeded' }], failed: 1 },
    ]);
  });

  it('that has ended does nothing more', () => {
    const plan = planJob(
      jobOf({ completions: 1 }, { succeeded: 1, conditions: [{ type: 'Complete', status: 'True' }] }),
      [],
      NOON,
    );
    expect([plan.missing, plan.status['succeeded']]).toEqual([0, 1]);
  });
});
