import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { compareById } from '../../replay/compare-by-id.fixture.ts';
import type { ComparedSide } from '../../replay/compare-replay.ts';

const MAPS = '/api/v1/namespaces/n/configmaps';
const BEGAN = 'Mon, 23 Nov 2026 12:00:00 GMT';
const BEFORE = '2026-11-23T11:00:00Z';
const SINCE = '2026-11-23T12:00:01Z';

interface RecordedReply {
  readonly request: string;
  readonly status?: number;
  readonly body: unknown;
}

/** A history of successive requests, the first at `BEGAN`. */
function history(...responses: readonly RecordedReply[]): ComparedSide {
  const lines = responses.flatMap(({ request, status = 200, body }, index): HappeningLine[] => {
    const [method = '', path = ''] = request.split(' ');
    const at = (step: number): { n: number; t: number; exchange: number } => ({
      n: 4 * index + step,
      t: index,
      exchange: index + 1,
    });
    return [
      { kind: 'request', ...at(1), method, target: MAPS + path, headers: [] },
      {
        kind: 'response',
        ...at(2),
        status,
        headers: [
          ['Content-Type', 'application/json'],
          ['Date', BEGAN],
        ],
      },
      { kind: 'body', ...at(3), body: { json: body } },
      { kind: 'end', ...at(4), reason: 'complete' },
    ];
  });
  return { lines, path: 'log.jsonl' };
}

function map(name: string, creationTimestamp: string, k = '1'): object {
  return {
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'n',
      uid: `uid-of-${name}-${creationTimestamp}`,
      creationTimestamp,
      resourceVersion: '7',
    },
    data: { k },
  };
}

const nameOf = (object: object): unknown => (object as { metadata: { name: string } }).metadata.name;

const list = (...items: readonly object[]): RecordedReply => ({
  request: 'GET ',
  body: { kind: 'ConfigMapList', metadata: {}, items },
});
const got = (object: object): RecordedReply => ({ request: 'GET /a', body: object });
const created = (object: object): RecordedReply => ({ request: 'POST ', body: object });
const refused: RecordedReply = {
  request: 'POST ',
  status: 409,
  body: { kind: 'Status', status: 'Failure', reason: 'AlreadyExists', code: 409 },
};
const deleted: RecordedReply = { request: 'DELETE /a', body: { kind: 'Status', status: 'Success', code: 200 } };

describe('objects that existed before the traffic began', () => {
  it('are named, and count as no difference', async () => {
    const { differences, prior } = await compareById(history(list()), history(list(map('a', BEFORE))));
    expect({ differences, prior }).toEqual({
      differences: [],
      prior: { expected: [], actual: ['configmaps n/a'], count: 1 },
    });
    expect((await compareById(history(list(map('a', BEFORE))), history(list()))).prior).toEqual({
      expected: ['configmaps n/a'],
      actual: [],
      count: 1,
    });
  });

  it('move no row of a table that shows others', async () => {
    const table = (...objects: readonly object[]): RecordedReply => ({
      request: 'GET ',
      body: { kind: 'Table', rows: objects.map((object) => ({ cells: [nameOf(object)], object })) },
    });
    const [a, b] = [map('a', BEFORE), map('b', SINCE)];
    const { differences, prior } = await compareById(history(table(a, b)), history(table(b)));
    expect({ differences, prior }).toEqual({
      differences: [],
      prior: { expected: ['configmaps n/a'], actual: [], count: 1 },
    });
    const lost = await compareById(history(table(b)), history(table()));
    expect(lost.differences).toMatchObject([{ kind: 'missing', place: '$.rows[0]' }]);
  });

  it('explain a refused create if a later response shows the object', async () => {
    const recorded = history(created(map('a', SINCE)), got(map('a', SINCE)));
    const { differences, prior } = await compareById(
      { ...recorded, lines: withNamedCreate(recorded) },
      history(refused, got(map('a', BEFORE, '2'))),
    );
    expect(differences).toEqual([]);
    expect(prior.actual).toEqual(['configmaps n/a']);
  });

  it('do not explain differences in an object that the traffic created', async () => {
    const extra = await compareById(history(list()), history(list(map('a', SINCE))));
    expect(extra.differences).toHaveLength(1);
    const again = await compareById(
      history(got(map('a', BEFORE)), deleted, got(map('a', SINCE))),
      history(got(map('a', BEFORE)), deleted, got(map('a', SINCE, '2'))),
    );
    expect(again.differences).toMatchObject([{ exchange: 3, field: '$.data.k' }]);
  });

  it('explain nothing on a server whose clock contradicts its Date header', async () => {
    const recorded = history(created(map('b', SINCE)), list(map('b', SINCE)));
    const { differences } = await compareById(
      recorded,
      history(created(map('b', BEFORE)), list(map('b', BEFORE), map('a', BEFORE))),
    );
    expect(differences).toMatchObject([{ kind: 'extra' }]);
  });
});

/** The lines with a create whose body names the object. */
function withNamedCreate({ lines }: ComparedSide): HappeningLine[] {
  return lines.map((line) =>
    line.kind === 'request' && line.method === 'POST' ? { ...line, body: { json: { metadata: { name: 'a' } } } } : line,
  );
}
