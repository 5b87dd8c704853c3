import { describe, expect, it } from 'vitest';
import type { Literal } from '../../checks/history-literals.fixture.ts';
import type { JsonObject } from '../../oracle/json.ts';
import { outcomesOf } from '../outcomes-of.fixture.ts';
import { rule } from './recreated-object-starts-anew.rule.ts';

const JOBS = '/apis/batch/v1/namespaces/a/jobs';
const SUCCESS = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 200 };
const STARTED = { startTime: '2017-01-02T03:04:05Z' };

function job(uid: string, meta: JsonObject = {}, rest: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'a', uid, resourceVersion: uid, ...meta },
    ...rest,
  };
}

const made = (sent: JsonObject, response: JsonObject): Literal => ({
  send: `POST ${JOBS}`,
  body: sent,
  response: [200, response],
});
const deleted: Literal = { send: `DELETE ${JOBS}/j`, body: { gracePeriodSeconds: 0 }, response: [200, SUCCESS] };
const bare: JsonObject = { metadata: { name: 'j' } };
const labelled: JsonObject = { metadata: { name: 'j', labels: { own: 'x' } } };

describe('an object that is created again under its name', () => {
  it('has no label that only the former object had', () => {
    expect(
      outcomesOf(
        rule,
        made(labelled, job('1', { labels: { own: 'x' } })),
        deleted,
        made(bare, job('2', { labels: { own: 'x' } })),
      ),
    ).toEqual(['has the metadata.labels of its former life']);
    expect(
      outcomesOf(
        rule,
        made(labelled, job('1', { labels: { own: 'x' } })),
        deleted,
        made(labelled, job('2', { labels: { own: 'x' } })),
      ),
    ).toEqual(['held']);
  });

  it('may have members that the server gives to all objects', () => {
    const given = { annotations: { 'example.com/zone': 'z' } };
    expect(outcomesOf(rule, made(bare, job('1', given)), deleted, made(bare, job('2', given)))).toEqual(['held']);
  });

  it('has no status that was written to the former', () => {
    const written: Literal = {
      send: `PATCH ${JOBS}/j/status`,
      body: { status: STARTED },
      response: [200, job('1', { resourceVersion: '1b' }, { status: STARTED })],
    };
    expect(
      outcomesOf(rule, made(bare, job('1')), written, deleted, made(bare, job('2', {}, { status: STARTED }))),
    ).toEqual(['has the status of its former life']);
    expect(outcomesOf(rule, made(bare, job('1')), written, deleted, made(bare, job('2', {}, { status: {} })))).toEqual([
      'held',
    ]);
  });
});
