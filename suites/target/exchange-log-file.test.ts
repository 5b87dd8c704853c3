import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogLine } from '../../shared/exchange-log/exchange-log.ts';
import { ExchangeLogFile } from './exchange-log-file.ts';
import { ExchangeRecorder, ObservationOrder } from './recorder.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'plumbline-'))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The lines of a log to which `record` sent one exchange with this path, request body and response. */
function written(target: string, request: string | undefined, response: string): LogLine[] {
  const path = join(folder, 'log.jsonl');
  const order = new ObservationOrder();
  const log = ExchangeLogFile.create(path, 'http://x', order);
  const recorder = new ExchangeRecorder({ run: 'p' }, order, log);
  const exchange = recorder.request('PUT', target, [], request === undefined ? undefined : { text: request });
  recorder.response(exchange, 200, []);
  recorder.body(exchange, { text: response });
  recorder.event(exchange, 0, { text: `{"type":"ADDED","object":${response}}` });
  recorder.end(exchange, 'complete');
  log.close();
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as LogLine);
}

const SECRETS = '/api/v1/namespaces/a/secrets/s';

describe('a log that a run writes', () => {
  it('begins with a header and has the lines in order, bodies in readable form', () => {
    const [header, request, response, body, event, end] = written(
      '/api/v1/namespaces/a/pods/p',
      '{"a":1.0}',
      '{"kind":"Pod"}',
    );
    expect(header).toMatchObject({ kind: 'header', format: 1, upstream: 'http://x', redaction: 'default' });
    expect(request).toMatchObject({ kind: 'request', n: 1, body: { text: '{"a":1.0}' } });
    expect(response).toMatchObject({ kind: 'response', n: 2 });
    expect(body).toMatchObject({ kind: 'body', body: { json: { kind: 'Pod' } } });
    expect(event).toMatchObject({ kind: 'event', index: 0, body: { json: { type: 'ADDED' } } });
    expect(end).toMatchObject({ kind: 'end', n: 5 });
  });

  it.each([
    [
      'an object',
      SECRETS,
      '{"data":{"k":"aHVzaA=="},"stringData":{"k":"hush"}}',
      JSON.stringify({
        kind: 'Secret',
        data: { k: 'aHVzaA==' },
        metadata: {
          annotations: {
            'kubectl.kubernetes.io/last-applied-configuration': '{"kind":"Secret","stringData":{"k":"hush"}}',
          },
        },
      }),
    ],
    ['a list', '/api/v1/secrets', undefined, '{"kind":"SecretList","items":[{"data":{"k":"aHVzaA=="}}]}'],
    ['a JSON patch', SECRETS, '[{"op":"add","path":"/data/k","value":"aHVzaA=="}]', '{}'],
    ['YAML', SECRETS, 'data:\n  k: aHVzaA==\n', 'kind: Secret\ndata:\n  k: aHVzaA==\n'],
    [
      'an object elsewhere',
      '/api/v1/namespaces/a/configmaps/c',
      '{"kind":"Secret","data":{"k":"aHVzaA=="}}',
      '{"kind":"List","items":[{"kind":"Secret","data":{"k":"aHVzaA=="}}]}',
    ],
    ['odd data', SECRETS, '{"data":"aHVzaA=="}', '{"data":["hush"]}'],
  ])('has no value of a secret: %s', (_, target, request, response) => {
    const text = JSON.stringify(written(target, request, response));
    expect(text).not.toMatch(/hush|aHVzaA/);
    expect(text).toMatch(/redacted|cmVkYWN0ZWQt/);
  });

  it('keeps everything else of a secret, and everything that only looks like one', () => {
    const [, request] = written(
      SECRETS,
      '{"metadata":{"name":"s"},"type":"Opaque","data":{"k":"aHVzaA==","gone":null}}',
      '{}',
    );
    expect(request).toMatchObject({
      body: {
        json: {
          metadata: { name: 's' },
          type: 'Opaque',
          data: { k: expect.stringMatching(/^cmVkYWN0ZWQt/) as string, gone: null },
        },
      },
    });
    const [, plain] = written(
      '/api/v1/namespaces/a/configmaps/Secret',
      '{"kind":"ConfigMap","data":{"Secret":"hush"}}',
      '{}',
    );
    expect(plain).toMatchObject({ body: { json: { data: { Secret: 'hush' } } } });
  });

  it('that cannot be written is a clear error', () => {
    expect(() => ExchangeLogFile.create('/no/such/folder/log', 'http://x', new ObservationOrder())).toThrow(
      /--record: \/no\/such\/folder\/log cannot be written \(ENOENT\)/,
    );
  });
});
