import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, SPEC } from '../../../spec/dialects/index.ts';
import { testServer, type TestServer } from '../../testing/server.fixture.ts';

const CORE = '/api/v1/namespaces/default';

/** The immediate events of a watch from that version: their types, and codes of errors. */
async function delivered(server: TestServer, plural: string, version: string): Promise<readonly unknown[]> {
  const { text } = await server.send('GET', `${CORE}/${plural}?watch=true&timeoutSeconds=1&resourceVersion=${version}`);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; object: { code?: number } })
    .map(({ type, object }) => object.code ?? type);
}

/** Versions after so many changes of one object each. */
async function changed(server: TestServer, plural: string, body: object, times: number): Promise<readonly string[]> {
  const versions = [];
  for (let time = 0; time < times; time += 1)
    versions.push(
      (await server.send('POST', `${CORE}/${plural}`, { metadata: { generateName: 'a-' }, ...body })).body.metadata
        .resourceVersion,
    );
  return versions;
}

describe('the oldest version of a watch', () => {
  it('is the last hundred changes of a kind in kubernetes-1.7, independent of other kinds', async () => {
    await using server = await testServer({ dialect: KUBERNETES_1_7 });
    const [before = '', first = ''] = await changed(server, 'secrets', {}, 102);
    expect(await delivered(server, 'secrets', before)).toEqual([410]);
    expect(await delivered(server, 'secrets', '1')).toEqual([410]);
    expect(await delivered(server, 'secrets', first)).toEqual(Array.from({ length: 100 }, () => 'ADDED'));
    const [change = ''] = await changed(server, 'configmaps', {}, 1);
    expect(await delivered(server, 'configmaps', `${Number(change) - 1}`)).toEqual(['ADDED']);
  });

  it('is just before the first change of a kind that has changed less often, whatever was listed before', async () => {
    await using server = await testServer({ dialect: KUBERNETES_1_7 });
    const listed = (await server.send('GET', `${CORE}/secrets`)).body.metadata.resourceVersion;
    expect(await delivered(server, 'secrets', listed)).toEqual([]);
    const [other = ''] = (await changed(server, 'configmaps', {}, 2)).slice(-1);
    await changed(server, 'secrets', {}, 2);
    expect(await delivered(server, 'secrets', listed)).toEqual([410]);
    expect(await delivered(server, 'secrets', other)).toEqual(['ADDED', 'ADDED']);
  });

  it('is older for some kinds, and is the oldest kept version in the dialect of the document', async () => {
    for (const dialect of [KUBERNETES_1_7, SPEC]) {
      await using server = await testServer({ dialect });
      const [first = ''] = await changed(server, 'endpoints', {}, 120);
      expect(await delivered(server, 'endpoints', first)).toHaveLength(119);
      const [old = ''] = await changed(server, 'events', { involvedObject: { namespace: 'default' } }, 120);
      expect(await delivered(server, 'events', old)).toHaveLength(119);
    }
  });
});
