import { describe, expect, it } from 'vitest';
import type { CallStep, Program } from '../../program/program.ts';
import { mayWrite, withinKinds, writesBeyond } from './within-kinds.ts';

const call = (verb: CallStep['verb'], resource: CallStep['resource'], more: Partial<CallStep> = {}): CallStep => ({
  do: 'call',
  verb,
  resource,
  namespace: 'ns1',
  ...more,
});

const PROGRAM: Program = [
  call('create', 'configmaps', { body: {} }),
  call('create', 'pods', { body: {} }),
  call('list', 'pods'),
  {
    do: 'together',
    branches: [[call('patch', 'secrets', { name: '{{a}}', body: {} }), call('get', 'configmaps', { name: '{{a}}' })]],
  },
  call('get', 'services', { name: '{{a}}', method: 'DELETE' }),
];

describe('a program that is limited to some kinds', () => {
  it('loses its writes to others, in branches too, and keeps every read', () => {
    expect(withinKinds(PROGRAM, ['configmaps'])).toEqual([
      PROGRAM[0],
      PROGRAM[2],
      { do: 'together', branches: [[call('get', 'configmaps', { name: '{{a}}' })]] },
    ]);
    expect(withinKinds(PROGRAM, ['configmaps', 'pods', 'secrets', 'services'])).toEqual(PROGRAM);
  });

  it('is empty if a step is filled from the response of a write that it loses', () => {
    const owned: Program = [
      call('create', 'configmaps', { as: 'owner', body: {} }),
      call('create', 'pods', {
        body: { metadata: { ownerReferences: [{ uid: { $from: 'owner', at: '/metadata/uid' } }] } },
      }),
    ];
    expect(withinKinds(owned, ['pods'])).toEqual([]);
    expect(withinKinds(owned, ['pods', 'configmaps'])).toEqual(owned);
  });

  it('is empty if a step is sent to a namespace that is not created', () => {
    const inNew: Program = [
      call('create', 'namespaces', { body: { metadata: { name: '{{new}}' } } }),
      call('create', 'configmaps', { namespace: '{{new}}', body: {} }),
    ];
    expect(withinKinds(inNew, ['configmaps'])).toEqual([]);
    expect(withinKinds(inNew, ['configmaps', 'namespaces'])).toEqual(inNew);
  });

  it('is known to lose some', () => {
    expect(
      [['configmaps'], ['configmaps', 'pods', 'services'], ['configmaps', 'pods', 'secrets', 'services']].map((kinds) =>
        writesBeyond(PROGRAM, kinds as CallStep['resource'][]),
      ),
    ).toEqual([true, true, false]);
  });

  it('goes with operations that may be sent', () => {
    const path = '/api/v1/namespaces/{namespace}';
    expect(
      [`POST ${path}/pods`, `GET ${path}/pods`, `POST ${path}/configmaps`, 'GET /api/v1'].map((operation) =>
        mayWrite(['configmaps'], operation),
      ),
    ).toEqual([false, true, true, true]);
  });
});
