import { expect, it } from 'vitest';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './without-a-version-acts-or-leaves-no-trace.rule.ts';

const PATH = '/apis/batch/v1/namespaces/a/jobs';

function job(metadata: JsonObject, label: string): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', ...metadata },
    spec: { template: { metadata: { labels: { 'controller-uid': label } }, spec: { containers: [] } } },
  };
}

/** A PUT of the body of a former job, whose uid was `former`, which the server shows with that label. */
function judge(label: string): string[] {
  return outcomesOf(
    rule,
    { send: `POST ${PATH}`, body: job({}, 'former'), response: [200, job({ uid: 'u', resourceVersion: '1' }, 'u')] },
    { send: `PUT ${PATH}/j`, body: job({}, 'former'), response: [200, job({ uid: 'u', resourceVersion: '2' }, label)] },
  );
}

it('holds if a job is shown with the label that was sent, or with its own uid', () => {
  expect(judge('former')).toEqual(['held']);
  expect(judge('u')).toEqual(['held']);
});

it('is broken if a job is shown with a third label', () => {
  expect(judge('other')).not.toEqual(['held']);
});
