import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7 } from '../../../spec/dialects/index.ts';
import { testServer } from '../../testing/server.fixture.ts';
import { escapedText } from './escaped-json.ts';

const PATH = '/api/v1/namespaces/default/configmaps';
const ODD = '<a> & "b"\u2028\u2029 \u2027 é';
const ESCAPED = String.raw`\u003ca\u003e \u0026 \"b\"\u2028\u2029 ` + '\u2027 é';
const MARKUP = /[<>&\u2028\u2029]/;

describe('escaped JSON', () => {
  it('has the same value, and no HTML markup', () => {
    const text = escapedText(JSON.stringify({ [ODD]: ODD }));
    expect(text).toBe(`{"${ESCAPED}":"${ESCAPED}"}`);
    expect(JSON.parse(text)).toEqual({ [ODD]: ODD });
  });

  it('is used in every response and event of a dialect that escapes: short, long, indented and refused', async () => {
    await using server = await testServer({ dialect: KUBERNETES_1_7 });
    for (let number = 1; number <= 20; number += 1)
      await server.send('POST', PATH, { metadata: { name: `odd-${number}` }, data: { a: ODD } });
    const paths = [
      `${PATH}/odd-1`,
      PATH,
      `${PATH}?pretty=true`,
      `${PATH}?fieldSelector=metadata.name%3Dodd-1`,
      `${PATH}?labelSelector=%3C%3E%26`,
      `${PATH}?watch=true&timeoutSeconds=1`,
    ];
    for (const path of paths) {
      const { text } = await server.send('GET', path);
      expect(text).not.toMatch(MARKUP);
      expect(text).toContain(path.includes('labelSelector') ? String.raw`\u003c` : ESCAPED);
    }
    expect(
      (await server.send('GET', `${PATH}/odd-1`, undefined, { headers: { Accept: 'application/yaml' } })).text,
    ).toContain('<a> &');
  });
});
