import { expect, it } from 'vitest';
import { resourceById } from '../../spec/surface/resources.ts';
import { testServer } from '../testing/server.fixture.ts';
import { updateObject } from './update-object.ts';

it('concurrent changes of one object run one after the other in memory', async () => {
  await using server = await testServer();
  const { context } = server;
  await server.send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'x' } });
  const write = context.store.write.bind(context.store);
  let tries = 0;
  context.store.write = (...args) => {
    tries += 1;
    return write(...args);
  };
  const resource = resourceById('configmaps');
  const keys = Array.from({ length: 16 }, (_, n) => `k${n}`);
  await Promise.all(
    keys.map((key) =>
      updateObject(context, {
        address: { resource, namespace: 'default', name: 'x' },
        aspect: 'object',
        wanted: ({ value: { object } }) => ({ ...object, data: { ...(object['data'] as object), [key]: 'v' } }),
        versionIsCondition: false,
      }),
    ),
  );
  expect(tries).toBe(keys.length);
  expect(
    Object.keys((await server.send('GET', '/api/v1/namespaces/default/configmaps/x')).body.data ?? {}),
  ).toHaveLength(keys.length);
});
