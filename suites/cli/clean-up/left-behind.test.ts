import { describe, expect, it } from 'vitest';
import { BEING_DELETED } from '../../drivers/removal/ledger.ts';
import { leftBehind } from './left-behind.ts';

const NAMESPACES = '/api/v1/namespaces';
const COMMAND = 'pnpm conformance --clean-up p4f2a1';

describe('the leftovers of a run', () => {
  it('separates objects that stay from those that the server is still deleting', () => {
    const left = [
      { path: `${NAMESPACES}/a/configmaps/x`, why: 'DELETE returned 500, and it is still there' },
      ...['a', 'b', 'c', 'd'].map((name) => ({ path: `${NAMESPACES}/${name}`, why: BEING_DELETED })),
    ];
    expect(leftBehind(left, COMMAND)).toEqual([
      `1 configmap may be left: ${NAMESPACES}/a/configmaps/x (DELETE returned 500, and it is still there). Remove them: ${COMMAND}`,
      `The server was still deleting 4 namespaces when the run ended: ${NAMESPACES}/a, ${NAMESPACES}/b, ${NAMESPACES}/c and 1 more. If they stay: ${COMMAND}`,
    ]);
  });

  it('is nothing if all objects are gone', () => {
    expect(leftBehind([], COMMAND)).toEqual([]);
  });
});
