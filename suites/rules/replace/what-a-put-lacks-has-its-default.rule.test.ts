import { expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './what-a-put-lacks-has-its-default.rule.ts';

const PATH = '/apis/batch/v2alpha1/namespaces/a/cronjobs';
const cronJob = (version: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'batch/v2alpha1',
  kind: 'CronJob',
  metadata: { name: 'c', namespace: 'a', uid: 'u', resourceVersion: version },
  spec: { schedule: '0 0 1 1 *', concurrencyPolicy: 'Allow', ...spec },
});

/** A suspended cron job after a PUT without suspend. */
function judge(shown: JsonObject): string[] {
  const suspended = cronJob('1', { suspend: true });
  return outcomesOf(
    rule,
    { send: `POST ${PATH}`, body: suspended, response: [200, suspended] },
    { send: `PUT ${PATH}/c`, body: cronJob('1', {}), response: [200, cronJob('2', shown)] },
  );
}

it.each<JsonObject>([{ suspend: false }, {}])('holds if a PUT without suspend shows %j', (shown) => {
  expect(judge(shown)).toEqual(['held']);
});

it('is broken if a PUT without suspend keeps it', () => {
  expect(judge({ suspend: true })).toEqual(['/spec/suspend has no default after a PUT']);
});
