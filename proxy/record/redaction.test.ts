import { describe, expect, it } from 'vitest';
import type { LoggedBody } from '../../fixtures/formats/exchange-log.ts';
import { redacting } from './redaction.ts';

const redaction = redacting();
const JSON_BODY = { target: '/api/v1/namespaces/a/secrets/s', mediaType: 'application/json' };
const logged = (value: unknown, place = JSON_BODY): LoggedBody => redaction.body(Buffer.from(JSON.stringify(value)), place);
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const HIDDEN = 'hunter2-hunter2';

describe('redaction', () => {
  it.each([
    ['a Secret', '/api/v1/namespaces/a/secrets', { kind: 'Secret', data: { p: base64(HIDDEN) }, stringData: { q: HIDDEN } }],
    ['a list of Secrets whose items have no kind', '/api/v1/secrets', { kind: 'SecretList', items: [{ data: { p: base64(HIDDEN) } }] }],
    ['a watch event of a Secret', '/api/v1/watch/secrets', { type: 'ADDED', object: { kind: 'Secret', data: { p: base64(HIDDEN) } } }],
    ['a merge patch of a Secret', '/api/v1/namespaces/a/secrets/s', { stringData: { p: HIDDEN }, metadata: { labels: { a: 'b' } } }],
    ['a JSON patch of one value', '/api/v1/namespaces/a/secrets/s', [{ op: 'add', path: '/data/p', value: base64(HIDDEN) }]],
    ['a JSON patch of all data', '/api/v1/namespaces/a/secrets/s', [{ op: 'add', path: '/stringData', value: { p: HIDDEN } }]],
    ['a Secret within a List sent elsewhere', '/x', { kind: 'List', items: [{ kind: 'Secret', data: { p: base64(HIDDEN) } }] }],
    ['the annotation in which kubectl keeps what it applied', '/x', { kind: 'Secret', metadata: { annotations: { a: JSON.stringify({ kind: 'Secret', stringData: { p: HIDDEN } }) } } }],
    ['a token review', '/apis/authentication.k8s.io/v1/tokenreviews', { kind: 'TokenReview', spec: { token: HIDDEN } }],
    ['a bearer token in a message', '/x', { message: `sent Bearer ${HIDDEN}` }],
  ])('leaves nothing of the values of %s', (_, target, value) => {
    const text = JSON.stringify(logged(value, { target, mediaType: 'application/json' }));
    expect(text).not.toContain(HIDDEN);
    expect(text).not.toContain(base64(HIDDEN));
    expect(text).toMatch(/redacted-|cmVkYWN0ZWQt/);
  });

  it('leaves nothing of a Secret in YAML, and what it leaves is YAML', () => {
    const yaml = `kind: Secret\nmetadata:\n  name: s\nstringData:\n  p: ${HIDDEN}\n`;
    const body = redaction.body(Buffer.from(yaml), { target: '/x', mediaType: 'application/yaml' });
    expect(body).toEqual({ text: expect.stringMatching(/^kind: Secret\nmetadata:\n {2}name: s\nstringData:\n {2}p: redacted-[0-9a-f]{16}\n$/) });
  });

  it('hides a Secret whose form it does not know as a whole', () => {
    const body = redaction.body(Buffer.from(`k8s\0\x0a\x0c${HIDDEN}`), { target: '/api/v1/secrets', mediaType: 'application/vnd.kubernetes.protobuf' });
    expect(body).toEqual({ text: expect.stringMatching(/^redacted-/) });
  });

  it('keeps equal secrets equal, as text and as base64, and different ones different', () => {
    const { json } = logged({ kind: 'Secret', stringData: { a: 'one' }, data: { a: base64('one'), b: base64('two'), empty: '' } }) as { json: { stringData: { a: string }; data: Record<string, string> } };
    expect(json.data['a']).toBe(base64(json.stringData.a));
    expect(json.data['b']).not.toBe(json.data['a']);
    expect(json.data['empty']).toBe('');
  });

  it('keeps valid base64 valid and invalid base64 invalid', () => {
    const { json } = logged({ kind: 'Secret', data: { good: base64('x'), bad: 'not base64!' } }) as { json: { data: Record<string, string> } };
    const roundTrips = (text: string | undefined): boolean => Buffer.from(text ?? '', 'base64').toString('base64') === text;
    expect(roundTrips(json.data['good'])).toBe(true);
    expect(roundTrips(json.data['bad'])).toBe(false);
  });

  it('changes nothing else: config maps, prototype-like keys and the text around stay as they are', () => {
    const text = '{"kind":"ConfigMap","data":{"token":"t","Secret":"x","__proto__":"p"}}';
    expect(redaction.body(Buffer.from(text), { target: '/api/v1/namespaces/secrets-ns/configmaps', mediaType: 'application/json' })).toEqual({ json: JSON.parse(text) });
    const secret = JSON.stringify(logged(JSON.parse('{"kind":"Secret","data":{"__proto__":"aGVsbG8="},"type":"Opaque"}')));
    expect(secret).toMatch(/"__proto__":"cmVkYWN0ZWQt[^"]+"/);
    expect(secret).toContain('"type":"Opaque"');
  });

  it('replaces credentials in headers and queries, keeping scheme and equality', () => {
    const headers = redaction.headers([['authorization', 'Bearer abc.def'], ['Cookie', 'a=b'], ['Set-Cookie', 'a=b'], ['Accept', 'x/y'], ['X-Copy', 'Bearer abc.defghi']]);
    expect(headers).toEqual([
      ['authorization', expect.stringMatching(/^Bearer redacted-[0-9a-f]{16}$/)],
      ['Cookie', expect.stringMatching(/^redacted-/)],
      ['Set-Cookie', headers[1]?.[1]],
      ['Accept', 'x/y'],
      ['X-Copy', expect.stringMatching(/^Bearer redacted-/)],
    ]);
    expect(redaction.target('/a?watch=1&access_token=abc&b=c')).toMatch(/^\/a\?watch=1&access_token=redacted-[0-9a-f]{16}&b=c$/);
  });

  it('gives another recording other tokens', () => {
    const other = redacting().headers([['Cookie', 'a=b']]);
    expect(other).not.toEqual(redaction.headers([['Cookie', 'a=b']]));
  });
});
