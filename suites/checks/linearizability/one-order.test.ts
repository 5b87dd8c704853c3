import { describe, expect, it } from 'vitest';
import { SPEC } from '../../../spec/dialects/index.ts';
import { type ExchangeLiteral, historyFrom, type Literal } from '../history-literals.fixture.ts';
import { judgeLostNonces } from './lost-nonces.ts';
import { judgeOneOrder } from './one-order.ts';

const COLLECTION = '/api/v1/namespaces/n/configmaps';
const PATH = `${COLLECTION}/a`;

const stored = (version: string, labels: Readonly<Record<string, string>> = {}, more: object = {}): object => ({
  kind: 'ConfigMap',
  apiVersion: 'v1',
  metadata: { name: 'a', namespace: 'n', uid: 'u', resourceVersion: version, labels, ...more },
});
const GONE: readonly [number, unknown] = [404, { kind: 'Status', status: 'Failure', code: 404 }];
const OK: readonly [number, unknown] = [200, { kind: 'Status', status: 'Success', code: 200 }];
const CREATE: Literal = { send: `POST ${COLLECTION}`, body: { metadata: { name: 'a' } }, response: [200, stored('1')] };
const GET = { send: `GET ${PATH}` };
const MERGE = [['Content-Type', 'application/merge-patch+json']] as const;
const patch = (label: string): { readonly send: string; readonly headers: typeof MERGE; readonly body: unknown } => ({
  send: `PATCH ${PATH}`,
  headers: MERGE,
  body: { metadata: { labels: { [label]: `mark-${label}` } } },
});
const put = (
  version: string,
  labels: Readonly<Record<string, string>>,
): { readonly send: string; readonly body: unknown } => ({ send: `PUT ${PATH}`, body: stored(version, labels) });

/** Metadata of an object that is being deleted. */
const MARKED = { deletionTimestamp: '2017-01-01T00:00:00Z', deletionGracePeriodSeconds: 0 };

/** A patch of a marked object that returns the version of the mark, with another content. */
const PATCHED_AS_MARKED: Literal = {
  together: [
    { send: `DELETE ${PATH}`, body: {}, response: OK },
    { ...GET, response: [200, stored('2', {}, MARKED)] },
    { ...patch('x'), response: [200, stored('2', { x: 'mark-x' }, MARKED)] },
  ],
};

const judged = (literals: readonly Literal[]): readonly string[] =>
  [...judgeOneOrder(historyFrom(literals), { choices: SPEC.choices })].map((finding) =>
    finding.outcome === 'violated' ? finding.cause : finding.outcome,
  );

describe('concurrent requests', () => {
  it.each<[string, readonly Literal[]]>([
    [
      'patches of other fields, whichever came first',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('3', { x: 'mark-x', y: 'mark-y' })] },
            { ...patch('y'), response: [200, stored('2', { y: 'mark-y' })] },
          ],
        },
      ],
    ],
    [
      'one of two PUTs with one version wins',
      [
        CREATE,
        {
          together: [
            { ...put('1', { a: '1' }), response: [200, stored('2', { a: '1' })] },
            { ...put('1', { b: '1' }), response: [409] },
            { ...GET, response: [200, stored('2', { a: '1' })] },
          ],
        },
      ],
    ],
    [
      'a read from before or after a write',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('2', { x: 'mark-x' })] },
            { ...GET, response: [200, stored('1')] },
          ],
        },
      ],
    ],
    [
      'a controller that writes the status and an annotation meanwhile',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('3', { x: 'mark-x' }, { annotations: { seen: 'yes' } })] },
            { ...GET, response: [200, stored('2', {}, { annotations: { seen: 'yes' } })] },
          ],
        },
      ],
    ],
    [
      'a delete beside a patch that comes too late',
      [
        CREATE,
        {
          together: [
            { send: `DELETE ${PATH}`, body: {}, response: OK },
            { ...patch('x'), response: GONE },
          ],
        },
      ],
    ],
    [
      'a patch that completes a delete, and returns the version that reads showed before it',
      [CREATE, PATCHED_AS_MARKED, { ...GET, response: GONE }],
    ],
    [
      'a write without a response that takes effect later',
      [
        CREATE,
        {
          together: [
            { ...patch('x') },
            { ...GET, response: [200, stored('1')] },
            { ...patch('y'), response: [200, stored('2', { y: 'mark-y' })] },
          ],
        },
        { ...GET, response: [200, stored('3', { x: 'mark-x', y: 'mark-y' })] },
      ],
    ],
  ])('are right: %s', (_, literals) => {
    expect(new Set(judged(literals))).toEqual(new Set(['held']));
  });

  it.each<[string, readonly Literal[]]>([
    [
      'a patch that loses the field of another',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('2', { x: 'mark-x' })] },
            { ...patch('y'), response: [200, stored('3', { y: 'mark-y' })] },
          ],
        },
      ],
    ],
    [
      'two PUTs with one version that win',
      [
        CREATE,
        {
          together: [
            { ...put('1', { a: '1' }), response: [200, stored('2', { a: '1' })] },
            { ...put('1', { b: '1' }), response: [200, stored('3', { b: '1' })] },
          ],
        },
      ],
    ],
    [
      'a read after a write that shows the state before',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('2', { x: 'mark-x' })] },
            { ...GET, response: [200, stored('1')] },
          ],
        },
        { ...GET, response: [200, stored('1')] },
      ],
    ],
    [
      'a patch that loses the field of another, of an object that shows that it has no owners',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('2', { x: 'mark-x' }, { ownerReferences: [] })] },
            { ...patch('y'), response: [200, stored('3', { y: 'mark-y' }, { ownerReferences: [] })] },
          ],
        },
      ],
    ],
    [
      'a patch of a deleted object',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('2', { x: 'mark-x' })] },
            { send: `DELETE ${PATH}`, body: {}, response: OK },
          ],
        },
        { ...GET, response: [200, stored('2', { x: 'mark-x' })] },
      ],
    ],
    [
      'a patch of a terminating object that returns the version before, and the object is still there',
      [CREATE, PATCHED_AS_MARKED, { ...GET, response: [200, stored('3', { x: 'mark-x' }, MARKED)] }],
    ],
    [
      'an object that goes by itself',
      [
        CREATE,
        {
          together: [
            { ...patch('x'), response: [200, stored('2', { x: 'mark-x' })] },
            { ...GET, response: [200, stored('1')] },
          ],
        },
        { ...GET, response: GONE },
      ],
    ],
  ])('are wrong: %s', (_, literals) => {
    expect(judged(literals).filter((each) => each.startsWith('no order explains'))).toHaveLength(1);
  });

  it('are not judged if they were sequential, or if others may write', () => {
    expect(
      judged([
        { send: `DELETE ${PATH}`, body: {}, response: OK },
        { together: [CREATE as ExchangeLiteral, { ...GET, response: [200, stored('1')] }] },
      ]),
    ).toEqual([]);
    expect(judged([CREATE, { ...patch('x'), response: [200, stored('2')] }])).toEqual([]);
    expect(
      judged([
        {
          together: [
            { ...put('1', { a: '1' }), response: [200, stored('2', { a: '1' })] },
            { ...put('1', { b: '1' }), response: [200, stored('3', { b: '1' })] },
          ],
        },
      ]),
    ).toEqual([]);
  });
});

describe('the nonces of acknowledged writes', () => {
  const lost = (literals: readonly Literal[]): readonly string[] =>
    [...judgeLostNonces(historyFrom(literals), 'patch', 'replace')].map((finding) =>
      finding.outcome === 'violated' ? finding.cause : finding.outcome,
    );
  const patched: Literal = { ...patch('x'), response: [200, stored('2', { x: 'mark-x' })] };

  it('are held while reads show them', () => {
    expect(lost([CREATE, patched, { ...GET, response: [200, stored('2', { x: 'mark-x' })] }])).toEqual(['held']);
  });

  it('are lost if a PUT of an earlier version removed them', () => {
    expect(
      lost([
        CREATE,
        patched,
        { ...put('1', { b: '1' }), response: [200, stored('3', { b: '1' })] },
        { ...GET, response: [200, stored('3', { b: '1' })] },
      ]),
    ).toEqual(['an acknowledged patch is lost']);
  });

  it('may be gone if a client that had read them left them out', () => {
    const removed: Literal = { ...put('2', { b: '1' }), response: [200, stored('3', { b: '1' })] };
    expect(lost([CREATE, patched, removed, { ...GET, response: [200, stored('3', { b: '1' })] }])).toEqual([]);
    const nulled: Literal = {
      send: `PATCH ${PATH}`,
      headers: MERGE,
      body: { metadata: { labels: { x: null } } },
      response: [200, stored('3')],
    };
    expect(lost([CREATE, patched, nulled, { ...GET, response: [200, stored('3')] }])).toEqual([]);
  });
});
