import { describe, expect, it } from 'vitest';
import { historyFrom } from '../checks/history-literals.ts';
import { withoutFailures } from './judge-recording.ts';

const PATH = '/api/v1/namespaces/n/configmaps';

describe('a recorded history', () => {
  it('lacks reads that got no answer, and leaves open what writes did that got none', () => {
    const history = historyFrom([
      { send: `GET ${PATH}/a` },
      { send: `PUT ${PATH}/a`, body: {} },
      { send: `GET ${PATH}/a`, answer: [200, {}] },
    ]);
    const judged = withoutFailures(history).exchanges.map(({ request, ended, response }) => [request.method, response?.status, Number.isFinite(ended)]);
    expect(judged).toEqual([['PUT', undefined, false], ['GET', 200, true]]);
  });
});
