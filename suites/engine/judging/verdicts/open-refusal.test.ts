import { describe, expect, it } from 'vitest';
import { historyFrom, type Literal } from '../../../checks/history-literals.fixture.ts';
import { openRefusal } from './open-refusal.ts';

const MAPS = '/api/v1/namespaces/n/configmaps';

function refusalIn(...literals: readonly Literal[]): string | undefined {
  return openRefusal(historyFrom(literals));
}

const create = (status: number, size: number): Literal => ({
  send: `POST ${MAPS}`,
  body: { metadata: { name: 'a' }, data: { k: 'x'.repeat(size) } },
  response: [status, { kind: 'Status', message: 'no' }],
});

const watchFrom = (query: string, status: number): Literal => ({
  send: `GET /api/v1/watch/namespaces/n/configmaps${query}`,
  response: [status, { kind: 'Status', message: 'no' }],
});

describe('a refusal that the document leaves open', () => {
  it('is that of a large body', () => {
    expect(refusalIn(create(413, 5_000))).toMatch(
      /^its cases need larger bodies than the target takes: POST .*\/configmaps: 413 "no", with a body of \d+ characters$/,
    );
    expect(refusalIn(create(413, 10))).toBeUndefined();
    expect(refusalIn(create(422, 5_000))).toBeUndefined();
    expect(refusalIn(create(403, 5_000))).toBeUndefined();
  });

  it('is that of a watch from a version that has expired', () => {
    expect(refusalIn(watchFrom('?resourceVersion=1', 410))).toMatch(/^the target does not serve the versions/);
    expect(refusalIn(watchFrom('', 410))).toBeUndefined();
    expect(refusalIn(watchFrom('?resourceVersion=0', 410))).toBeUndefined();
    expect(refusalIn(watchFrom('?resourceVersion=1', 400))).toBeUndefined();
  });
});
