import { describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../../shared/exchange-log/exchange-log.ts';
import { exchangesOf } from '../../log/logged-exchange.ts';
import { IdentityMapping } from './identity-mapping.ts';

const WATCH = 1;

/** A watch that delivers these ADDED events of one name, each with its uid and version. */
function watchOf(events: readonly (readonly [uid: string, version: string])[]): HappeningLine[] {
  const lines = [
    { kind: 'request', method: 'GET', target: '/api/v1/watch/namespaces/a/configmaps', headers: [] },
    { kind: 'response', status: 200, headers: [['Content-Type', 'application/json']] },
    ...events.map(([uid, resourceVersion], index) => ({
      kind: 'event',
      index,
      body: {
        json: {
          type: 'ADDED',
          object: { kind: 'ConfigMap', metadata: { name: 'x', namespace: 'a', uid, resourceVersion } },
        },
      },
    })),
  ];
  return lines.map((line, n) => ({ ...line, n, t: n, exchange: WATCH })) as unknown as HappeningLine[];
}

describe('the mapping of identities', () => {
  it('takes the object that follows a delete for another one, whichever events the watch began with', async () => {
    const recorded = watchOf([
      ['first', '26'],
      ['second', '39'],
    ]);
    const mapping = new IdentityMapping({
      recorded: new Map(exchangesOf(recorded).map((exchange) => [WATCH, exchange])),
      path: 'recording.jsonl',
      namespaces: undefined,
      growing: false,
    });
    mapping.correspondence.bind('uid', ['', ''], 'first', 'first-here', '');
    // This watch began before the object existed: its first event is of the second life.
    await mapping.take(watchOf([['second-here', '12']]));
    const counterparts = ['26', '39'].map((version) => mapping.correspondence.actualOf('version', '', version));
    expect([mapping.correspondence.actualOf('uid', '', 'second'), ...counterparts]).toEqual([
      'second-here',
      undefined,
      '12',
    ]);
  });
});
