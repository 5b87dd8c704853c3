import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { caseScript } from './case-script.ts';
import { expandable, singleQuoted } from './shell-text.ts';

const HEAD = { title: 'a stale PUT is stored', rule: 'replace/x', clause: 'rules.1: it fails' };
const folder = mkdtempSync(join(tmpdir(), 'plumbline-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly type?: string;
  readonly response?: unknown;
}

/** The traffic of sequential requests in the case `p1f2-7a` of a run. */
function lines(sent: readonly Sent[], run = 'p1f2'): HappeningLine[] {
  return sent.flatMap(
    (
      { method = 'GET', path = '', body, status = 200, type = 'application/json', response = {} },
      index,
    ): HappeningLine[] => {
      const at = (offset: number) => ({ n: 4 * index + offset, t: 4 * index + offset, exchange: index + 1 });
      const target = `/api/v1/namespaces/plumbline-${run}-3-ns1/pods${path.replaceAll('$ID', `${run}-7a`)}`;
      const named = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('$ID', `${run}-7a`));
      return [
        {
          kind: 'request',
          ...at(1),
          method,
          target,
          headers: [
            ['X-Plumbline-Case', `${run}-7a`],
            ['Accept', 'application/json'],
          ],
          ...(body === undefined ? {} : { body: { json: named(body) } }),
        },
        { kind: 'response', ...at(2), status, headers: [['content-type', type]] },
        { kind: 'body', ...at(3), body: { json: named(response) } },
        { kind: 'end', ...at(4), reason: 'complete' },
      ];
    },
  );
}

function violation(target: readonly Sent[], reference: readonly Sent[], more: Partial<Violation> = {}): Violation {
  return {
    expected: 'a refusal',
    actual: '200',
    curl: [],
    replay: '',
    fingerprint: 'f',
    exchanges: [target.length],
    transcript: lines(target),
    reference: lines(reference, 'p9'),
    ...more,
  };
}

const CREATE: Sent = {
  method: 'POST',
  body: { metadata: { name: '$ID-a' } },
  response: { metadata: { name: '$ID-a', resourceVersion: '7', uid: 'u' } },
};
const PUT: Sent = { method: 'PUT', path: '/$ID-a', body: { metadata: { name: '$ID-a', resourceVersion: '7' } } };

function script(...args: Parameters<typeof violation>): string {
  return caseScript(violation(...args), HEAD) ?? '';
}

describe('a script', () => {
  it('is shell that dash reads', () => {
    const file = join(folder, 'a.sh');
    writeFileSync(file, script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }]));
    expect(execFileSync('sh', ['-n', file]).toString()).toBe('');
  });

  it('captures server-chosen values, and contains no names of the run that found it', () => {
    const text = script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }]);
    expect(text).toContain(`v1=$(jq -r '.metadata.resourceVersion' "$TMP/0.body")`);
    expect(text).toContain('{"metadata":{"name":"$ID-a","resourceVersion":"$v1"}}');
    expect(text).toContain('make_namespace "$ID-ns1"');
    expect(text).toContain('/api/v1/namespaces/$ID-ns1/pods/$ID-a');
    expect(text).not.toContain('p1f2');
  });

  it('holds the status against the reference server', () => {
    const text = script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }]);
    expect(text).toMatch(
      /as_recorded 0:success \|\| give_up\n {2}show 1 'status' 'a refusal' "\$\(status 1\)"\n {2}succeeded 1/,
    );
  });

  it('holds the media type and the content against it', () => {
    expect(script([{ type: 'text/plain' }], [{}])).toContain(`[ "$(media_type 0)" = 'text/plain' ]`);
    expect(script([{ response: { 'a/b': [1] } }], [{ response: { 'a/b': [1, 2] } }])).toContain(
      String.raw`got=$(jq -c '."a/b" | length' "$TMP/0.body"`,
    );
    expect(script([{ response: { a: 1 } }], [{ response: {} }])).toContain('[ "$got" != null ]');
    expect(script([{ response: {} }], [{ response: { a: 1 } }])).toContain('[ "$got" = null ]');
  });

  it('distinguishes an unchanged version from a new one', () => {
    const put = (resourceVersion: string): Sent => ({
      ...PUT,
      response: { metadata: { name: '$ID-a', resourceVersion, uid: 'u' } },
    });
    expect(script([CREATE, put('7')], [CREATE, put('8')])).toContain('[ "$got" = "\\"$v1\\"" ]');
  });

  it('ends with the request that shows the bug', () => {
    expect(
      script(
        [CREATE, { ...PUT, status: 200 }, { path: '/later' }],
        [CREATE, { ...PUT, status: 409 }, { path: '/later' }],
        { exchanges: [2] },
      ),
    ).not.toContain('/later');
  });

  it('tries a race often, and believes only a try in which all went as recorded', () => {
    const text = script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }], { timeline: [] });
    expect(text).toContain('TRIES=${TRIES:-30}');
    expect(text).toContain('as_recorded 0:success 1:success || return 1');
  });

  it('is none where the answers are the same', () => {
    expect(caseScript(violation([CREATE], [CREATE]), HEAD)).toBeUndefined();
  });
});

describe('text in a script', () => {
  it('is data, whatever a server says', () => {
    const hostile = 'a$(touch x)`touch x`\\ $HOME \'"';
    expect(execFileSync('sh', ['-c', `printf %s ${singleQuoted(hostile)}`]).toString()).toBe(hostile);
    expect(execFileSync('sh', ['-c', `ID=me; cat <<BODY\n${expandable(`${hostile} $ID`)}\nBODY`]).toString()).toBe(
      `${hostile} me\n`,
    );
  });
});
