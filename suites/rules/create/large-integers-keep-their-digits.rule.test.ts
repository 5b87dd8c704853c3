import { expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './large-integers-keep-their-digits.rule.ts';

const cronJob = (startingDeadlineSeconds: number): JsonObject => ({
  apiVersion: 'batch/v2alpha1',
  kind: 'CronJob',
  metadata: { name: 'c', namespace: 'a', uid: 'u', resourceVersion: '1' },
  spec: { schedule: '0 0 1 1 *', startingDeadlineSeconds },
});

const judge = (asked: number, shown: number): string[] =>
  outcomesOf(rule, {
    send: 'POST /apis/batch/v2alpha1/namespaces/a/cronjobs',
    body: cronJob(asked),
    response: [200, cronJob(shown)],
  });

it('holds if a cron job shows every digit of its deadline', () => {
  expect(judge(2 ** 32 + 1, 2 ** 32 + 1)).toEqual(['held']);
});

it('is broken if the deadline loses digits', () => {
  expect(judge(2 ** 32 + 1, 1)).toHaveLength(1);
  expect(judge(2 ** 32 + 1, 1)).not.toContain('held');
});

it('does not apply to small integers', () => {
  expect(judge(10, 9)).toEqual([]);
});

it('is broken if a later write loses digits, even of an integer that it leaves', () => {
  const wide = cronJob(2 ** 32 + 1);
  const story = (shown: JsonObject): string[] =>
    outcomesOf(
      rule,
      { send: 'POST /apis/batch/v2alpha1/namespaces/a/cronjobs', body: wide, response: [200, wide] },
      {
        send: 'PATCH /apis/batch/v2alpha1/namespaces/a/cronjobs/c',
        headers: [['Content-Type', 'application/merge-patch+json']],
        body: { spec: { suspend: true } },
        response: [200, { ...shown, metadata: { name: 'c', namespace: 'a', uid: 'u', resourceVersion: '2' } }],
      },
    );
  expect(story(wide)).toEqual(['held']);
  expect(story(cronJob(1))).toEqual(['held', 'startingDeadlineSeconds loses digits in a patch']);
});
