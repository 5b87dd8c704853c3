import { describe, expect, it } from 'vitest';
import { testServer } from '../testing/server.fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';

function pod(name: string, spec: object): object {
  return { kind: 'Pod', apiVersion: 'v1', metadata: { name }, spec };
}

const container = { name: 'c', image: 'registry.example:5000/c', ports: [{ containerPort: 80 }] };

describe('pods with equal specs', () => {
  it.each([
    [
      'in another order of members',
      {
        terminationGracePeriodSeconds: 5,
        containers: [{ ports: [{ containerPort: 80 }], image: container.image, name: 'c' }],
      },
    ],
    [
      'with nulls and unknown members',
      { containers: [{ ...container, env: null }], terminationGracePeriodSeconds: 5, unknown: 1 },
    ],
  ])('share one spec, also %s', async (_, other) => {
    await using server = await testServer();
    const first = await server.send(
      'POST',
      PODS,
      pod('a', { containers: [container], terminationGracePeriodSeconds: 5 }),
    );
    const second = await server.send('POST', PODS, pod('b', other));
    expect(second.status).toBe(200);
    expect(second.body.spec).toEqual(first.body.spec);
    expect(second.body.status).toEqual(first.body.status);
    expect(second.body.metadata.uid).not.toBe(first.body.metadata.uid);
  });

  it('stop sharing when one is changed', async () => {
    await using server = await testServer();
    for (const name of ['a', 'b']) await server.send('POST', PODS, pod(name, { containers: [container] }));
    const merge = { headers: { 'Content-Type': 'application/merge-patch+json' } };
    const changed = await server.send('PATCH', `${PODS}/a`, { spec: { activeDeadlineSeconds: 7 } }, merge);
    expect(changed.body.spec?.['activeDeadlineSeconds']).toBe(7);
    const third = await server.send('POST', PODS, pod('c', { containers: [container] }));
    const second = await server.send('GET', `${PODS}/b`);
    expect(second.body.spec).toEqual(third.body.spec);
    expect(third.body.spec).not.toHaveProperty('activeDeadlineSeconds');
  });
});

describe('a later pod', () => {
  it.each([
    ['has one container less', { containers: [container] }, [200, 1]],
    ['has an empty name in place of one', { containers: [container, { ...container, name: '' }] }, [422, undefined]],
    [
      'has a zero in place of nothing',
      { containers: [container, { ...container, name: 'd', ports: [{ containerPort: 0 }] }] },
      [422, undefined],
    ],
    ['has no spec', undefined, [422, undefined]],
  ])('shares no spec if it %s', async (_, spec, [status, containers]) => {
    await using server = await testServer();
    await server.send('POST', PODS, pod('a', { containers: [container, { ...container, name: 'd' }] }));
    const { status: code, body } = await server.send('POST', PODS, pod('b', spec as object));
    expect(code).toBe(status);
    expect((body.spec?.['containers'] as readonly unknown[] | undefined)?.length).toBe(containers);
  });

  it('shares no refused spec, and only one of the last four', async () => {
    await using server = await testServer();
    const refused = { containers: [{ ...container, name: 'UPPER' }] };
    for (let turn = 0; turn < 2; turn += 1)
      expect((await server.send('POST', PODS, pod('x', refused))).status).toBe(422);
    for (let turn = 0; turn < 12; turn += 1) {
      const priority = turn % 6;
      const { body } = await server.send(
        'POST',
        PODS,
        pod(`p${turn}`, { containers: [container], activeDeadlineSeconds: priority + 1 }),
      );
      expect(body.spec?.['activeDeadlineSeconds']).toBe(priority + 1);
    }
  });
});
