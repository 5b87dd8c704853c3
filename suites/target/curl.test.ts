import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RequestLine } from '../../shared/exchange-log/exchange-log.ts';
import { curlOf as curlBy } from './curl.ts';
import type { CurlConnection } from './printed-connection.ts';

const line = (more: Partial<RequestLine>): RequestLine => ({
  kind: 'request',
  n: 1,
  t: 0,
  exchange: 1,
  method: 'GET',
  target: '/api/v1/pods',
  headers: [],
  ...more,
});

const curlOf = (request: RequestLine, url: string, connection: CurlConnection = { flags: [] }): string =>
  curlBy(request, url, connection);

/** Splits a command into words with a real shell, in which a function replaces curl. */
function words(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; cat >/dev/null; }; TOKEN='t k'; X_API_KEY='a k'; ${command}`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8', input: '' }).split('\0').slice(0, -1);
}

describe('the curl command of a request', () => {
  it('is plain if nothing needs quoting, and leaves out headers that only name the run', () => {
    const headers = [
      ['User-Agent', 'plumbline/1'],
      ['X-Plumbline-Run', 'p'],
      ['Accept', 'application/json'],
    ] as const;
    expect(curlOf(line({ headers }), 'http://127.0.0.1:8001')).toBe(
      "curl -sS -H 'Accept: application/json' http://127.0.0.1:8001/api/v1/pods",
    );
  });

  it('replaces a credential by a variable', () => {
    expect(
      words(
        curlOf(
          line({
            headers: [
              ['Authorization', 'Bearer redacted'],
              ['X-Api-Key', 'redacted'],
            ],
          }),
          'http://x',
        ),
      ),
    ).toEqual(['-sS', '-H', 'Authorization: Bearer t k', '-H', 'X-Api-Key: a k', 'http://x/api/v1/pods']);
  });

  it('names the files of credentials', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'plumbline-')), "the user's token");
    writeFileSync(file, 'from file\n');
    const connection = { flags: ['--cert', 'c.pem', '-k'], tokenFile: file };
    expect(words(curlOf(line({ headers: [['Authorization', 'Bearer redacted']] }), 'http://x', connection))).toEqual([
      '-sS',
      '--cert',
      'c.pem',
      '-k',
      '-H',
      'Authorization: Bearer from file',
      'http://x/api/v1/pods',
    ]);
  });

  it.each([
    '{"a":"it\'s $HOME `x` \\\\ \\n"}',
    'a: 1\nb: "\t"\n',
    "'",
    '\\',
    '{"😀":"é"}',
    '{"__proto__":1}',
    '\u0001\u0085',
  ])('brings the body %j through a shell unharmed', (text) => {
    const command = curlOf(line({ method: 'PUT', body: { text } }), 'http://x');
    expect(command).not.toContain('\n');
    expect(words(command)).toEqual(['-sS', '-X', 'PUT', '--data-binary', text, 'http://x/api/v1/pods']);
  });

  it('quotes a query, and does not buffer a watch', () => {
    expect(words(curlOf(line({ target: '/api/v1/pods?watch=true&labelSelector=a%3Db' }), 'http://x'))).toEqual([
      '-sS',
      '-N',
      'http://x/api/v1/pods?watch=true&labelSelector=a%3Db',
    ]);
  });

  it('pipes a body that is not text', () => {
    expect(curlOf(line({ method: 'POST', body: { base64: 'AAH/' } }), 'http://x')).toBe(
      'printf %s AAH/ | base64 -d | curl -sS -X POST --data-binary @- http://x/api/v1/pods',
    );
  });
});
