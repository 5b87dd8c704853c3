import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { singleQuoted } from '../../shared/process/shell-word.ts';
import type { HappeningLine } from '../../shared/exchange-log/exchange-log.ts';
import type { Violation } from '../../shared/verdict-log/verdict-log.ts';
import { caseScript } from './case-script.ts';
import {
  conflicts,
  conflictsInJq,
  CONTENT_IN_JQ,
  EVENT_COUNT_IN_JQ,
  eventCount,
  typesByObject,
  typesByObjectInJq,
} from './content.ts';
import { expandable } from './shell-text.ts';

const HEAD = { title: 'a stale PUT is stored', rule: 'replace/x', clause: 'rules.1: it fails' };
const folder = mkdtempSync(join(tmpdir(), 'plumbline-script-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface ScriptedRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly status?: number;
  readonly type?: string;
  readonly response?: unknown;
  /** Of a watch, with the milliseconds after which the target ended it; by default its client did. */
  readonly events?: readonly unknown[];
  readonly endedAfter?: number;
}

/** The traffic of sequential requests in the case `p1f2-7a` of a run. */
function lines(sent: readonly ScriptedRequest[], run = 'p1f2'): HappeningLine[] {
  return sent.flatMap(
    (
      { method = 'GET', path = '', body, status = 200, type = 'application/json', response = {}, events, endedAfter },
      index,
    ): HappeningLine[] => {
      const at = (offset: number) => ({ n: 4 * index + offset, t: 4 * index + offset, exchange: index + 1 });
      const target = `/api/v1/namespaces/plumbline-${run}-3-ns1/pods${path.replaceAll('$ID', `${run}-7a`)}`;
      const end = endedAfter === undefined ? at(4) : { ...at(4), t: 4 * index + 2 + endedAfter };
      const reason = events === undefined || endedAfter !== undefined ? 'complete' : 'client-abort';
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
          ...(body === undefined ? {} : { body: body === '' ? { text: '' } : { json: named(body) } }),
        },
        { kind: 'response', ...at(2), status, headers: [['content-type', type]] },
        ...(events ?? [response]).map((each, place): HappeningLine => {
          const content = typeof each === 'string' ? { text: each } : { json: named(each) };
          return events === undefined
            ? { kind: 'body', ...at(3), body: content }
            : { kind: 'event', ...at(3), index: place, body: content };
        }),
        { kind: 'end', ...end, reason },
      ];
    },
  );
}

function violation(
  target: readonly ScriptedRequest[],
  reference: readonly ScriptedRequest[],
  more: Partial<Violation> = {},
): Violation {
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

const CREATE: ScriptedRequest = {
  method: 'POST',
  body: { metadata: { name: '$ID-a' } },
  response: { metadata: { name: '$ID-a', resourceVersion: '7', uid: 'u' } },
};
const PUT: ScriptedRequest = {
  method: 'PUT',
  path: '/$ID-a',
  body: { metadata: { name: '$ID-a', resourceVersion: '7' } },
};

/** A watch that tells of a pod these events. */
function watched(...types: readonly string[]): ScriptedRequest {
  const object = { metadata: { namespace: '$ID-ns1', name: '$ID-a' } };
  return { path: '?watch=true', events: types.map((type) => ({ type, object })) };
}

function script(...args: Parameters<typeof violation>): string {
  const made = caseScript(violation(...args), HEAD);
  return typeof made === 'string' ? made : made.none;
}

describe('a script', () => {
  it('is valid for dash', () => {
    const file = join(folder, 'a.sh');
    writeFileSync(file, script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }]));
    expect(execFileSync('sh', ['-n', file]).toString()).toBe('');
  });

  it('captures server-chosen values, and contains no names of the run that found it', () => {
    const text = script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }]);
    expect(text).toContain(`v1=$(value 0 '.metadata.resourceVersion')`);
    expect(text).toContain('{"metadata":{"name":"$ID-a","resourceVersion":"$v1"}}');
    expect(text).toContain('make_namespace "$ID-ns1"');
    expect(text).toContain('/api/v1/namespaces/$ID-ns1/pods/$ID-a');
    expect(text).not.toContain('p1f2');
  });

  it("compares the status with the reference server's", () => {
    const text = script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }]);
    expect(text).toMatch(
      /as_recorded 0:success \|\| return 2\n {2}show 1 'outcome' 'a refusal' "\$\(outcome 1\)"\n {2}\[ "\$\(outcome 1\)" = '200' \]/,
    );
  });

  it("compares the media type and the content with the reference server's", () => {
    expect(script([{ type: 'text/plain' }], [{}])).toContain(`[ "$(media_type 0)" = 'text/plain' ]`);
    const shown = (labels: unknown): ScriptedRequest => ({ response: { metadata: { labels } } });
    expect(script([shown({ 'a/b': [1] })], [shown({ 'a/b': [1, 2] })])).toContain(
      String.raw`got=$(content 0 '.metadata.labels."a/b" | length')`,
    );
    expect(script([shown({ a: 1 })], [shown({})])).toContain('[ "$got" != null ]');
    expect(script([shown({})], [shown({ a: 1 })])).toContain('[ "$got" = null ]');
  });

  it('compares no default that servers choose, and what follows from a PUT that repeats it', () => {
    const made = (spec: object): ScriptedRequest => ({ ...CREATE, response: { metadata: { name: '$ID-a' }, spec } });
    const put = (spec: object, status: number): ScriptedRequest => ({
      ...PUT,
      status,
      body: { metadata: { name: '$ID-a' }, spec },
    });
    const [ours, theirs] = [{ ofOurs: 1 }, { ofTheirs: 1 }];
    expect(script([made(ours), put(ours, 200)], [made(theirs), put(theirs, 409)])).toContain(
      `show 1 'outcome' 'a refusal' "$(outcome 1)"`,
    );
    expect(script([made(ours)], [made(theirs)])).toContain('differ only in values that change');
  });

  it('distinguishes an unchanged version from a new one', () => {
    const put = (resourceVersion: string): ScriptedRequest => ({
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

  it('repeats a race often, and counts only a try with the recorded order', () => {
    const text = script([CREATE, { ...PUT, status: 200 }], [CREATE, { ...PUT, status: 409 }], {
      intermittent: { failed: 1, sent: 12 },
    });
    expect(text).toContain('TRIES=${TRIES:-30}');
    expect(text).toContain('as_recorded 0:success 1:success || return 1');
  });

  it('counts the items and events of its own objects only', () => {
    const list = (...names: readonly string[]): ScriptedRequest => ({
      response: { items: names.map((name) => ({ metadata: { namespace: 'n', name } })) },
    });
    const second = { ...CREATE, body: { metadata: { name: '$ID-b' } } };
    const [ours, theirs] = [list('$ID-a', 'foreign'), list('other', '$ID-a', '$ID-b', '$ID-a-made-by-a-controller')];
    expect(script([CREATE, second, ours], [CREATE, second, theirs])).toContain(
      String.raw`got=$(content 2 '.items."n/\($id)-b" | length')`,
    );
    const watch = (...names: readonly string[]): ScriptedRequest => ({
      path: '?watch=true',
      events: names.map((name) => ({ type: 'ADDED', object: { metadata: { namespace: 'n', name } } })),
    });
    const text = script([CREATE, watch('foreign', '$ID-a')], [CREATE, watch('$ID-a', '$ID-a', 'foreign')]);
    expect(text).toContain('wait_for_events 1 2');
    expect(text).toContain('[ "${count:-0}" -lt 2 ] && [ -n "$got" ] && [ "$got" != "[\\"n/$ID-a: ADDED ADDED\\"]" ]');
  });

  it('captures the times that a request repeats, each from a response', () => {
    const time = (name: string) => ({ [name]: '2017-08-01T00:00:00Z' });
    const marked = { name: '$ID-a', ...time('creationTimestamp'), ...time('deletionTimestamp') };
    const put = { ...PUT, body: { metadata: marked } };
    const shown = { ...CREATE, response: { metadata: marked } };
    const text = script([shown, { ...put, status: 200 }], [shown, { ...put, status: 409 }]);
    expect(text).toContain('"creationTimestamp":"$v1","deletionTimestamp":"$v2"');
    expect(text).toContain(`v1=$(value 0 '.metadata.creationTimestamp')`);
    expect(text).toContain(`v2=$(value 0 '.metadata.deletionTimestamp')`);
  });

  it('takes a body for the same on a server with another order of members and another count of generations', () => {
    const read = (metadata: object): ScriptedRequest => ({ path: '/$ID-a', response: { metadata } });
    const put = (metadata: object): ScriptedRequest => ({ ...PUT, body: { metadata } });
    const ours = { name: '$ID-a', generation: 19 };
    const theirs = { generation: 1, name: '$ID-a' };
    const made = script(
      [CREATE, read(ours), { ...put(ours), status: 409 }],
      [CREATE, read(theirs), { ...put(theirs), status: 200 }],
    );
    expect(made).toContain('a refusal');
    expect(made).not.toContain('.metadata.generation');
    const written = { ...put({ ...ours, name: '$ID-b' }), status: 409 };
    expect(script([CREATE, read(ours), written], [CREATE, read(theirs), put(theirs)])).toContain(
      'differ only in values',
    );
  });

  it('sends an empty body as an empty body', () => {
    const lines = script([{ ...PUT, body: '', status: 200 }], [{ ...PUT, body: '', status: 400 }]).split('\n');
    expect(lines).toContain('  : > "$TMP/0.request"');
  });

  it('compares no namespaces of other cases, and no versions of lists that other clients may have moved', () => {
    const list = (resourceVersion: string, ...names: readonly string[]): ScriptedRequest => ({
      response: { metadata: { resourceVersion }, items: names.map((name) => ({ metadata: { name } })) },
    });
    const foreign = 'plumbline-p1f2-44-ns1';
    expect(script([list('7')], [list('7', foreign)])).toContain('differ only in values that change');
    const patch = { ...PUT, method: 'PATCH', body: {}, response: { kind: 'Status' } };
    expect(script([CREATE, list('7')], [CREATE, list('9')])).toContain('differ only in values that change');
    const text = script([CREATE, list('7'), patch, list('7')], [CREATE, list('7'), patch, list('9')]);
    expect(text).toContain('[ "$got" = "\\"$v1\\"" ]');
  });

  it('asks a watch for each version that overlapping writes made', () => {
    const watch = (...versions: readonly string[]): ScriptedRequest => ({
      path: '?watch=true',
      events: [
        'half an event',
        ...versions.map((resourceVersion) => ({
          type: 'MODIFIED',
          object: { metadata: { namespace: 'n', name: '$ID-a', resourceVersion } },
        })),
      ],
    });
    const patch = (resourceVersion: string): ScriptedRequest => ({
      ...PUT,
      method: 'PATCH',
      body: {},
      response: { metadata: { name: '$ID-a', resourceVersion } },
    });
    const beside = (all: readonly ScriptedRequest[], run?: string): HappeningLine[] => {
      const [first, ...rest] = lines(all, run);
      const [ends, others] = [rest.filter(({ kind }) => kind === 'end'), rest.filter(({ kind }) => kind !== 'end')];
      return first === undefined ? [] : [first, ...others, ...ends.toReversed()];
    };
    const text = caseScript(
      violation([], [], {
        timeline: [],
        exchanges: [1],
        transcript: beside([watch('7', '8'), patch('8'), patch('9')]),
        reference: beside([watch('4', '5', '6'), patch('5'), patch('6')], 'p9'),
      }),
      HEAD,
    );
    expect(text).toContain('for write in 1 2; do');
    expect(text).toContain('[ -n "$missing" ]');
  });

  it('evaluates in jq the compared values', () => {
    const events = ['$ID-a', 'foreign', '$ID-b', '$ID-a'].map((name, at) => ({
      type: `T${at}`,
      object: { metadata: { namespace: '$ID-ns1', name: name.replace('$ID', 'me') } },
    }));
    const inJq = (expression: string): unknown =>
      JSON.parse(
        execFileSync('jq', ['-c', '--arg', 'id', 'me', `${CONTENT_IN_JQ} content | ${expression}`], {
          input: JSON.stringify(events),
        }).toString(),
      );
    const order = ['T0 $ID-ns1/me-a', 'T2 $ID-ns1/me-b', 'T3 $ID-ns1/me-a'];
    expect(inJq('.order')).toEqual(order);
    expect(inJq(EVENT_COUNT_IN_JQ)).toBe(eventCount({ order }));
    expect(inJq(typesByObjectInJq())).toEqual(typesByObject({ order }));
    expect(typesByObject({ order })).toEqual(['$ID-ns1/me-a: T0 T3', '$ID-ns1/me-b: T2']);
    expect(inJq(typesByObjectInJq(1))).toEqual(typesByObject({ order }, 1));
    for (const [expected, isConflict] of [
      [['$ID-ns1/me-a: T0 T3', '$ID-ns1/me-b: T2 T4'], false],
      [['$ID-ns1/me-a: T0', '$ID-ns1/me-b: T2'], false],
      [['$ID-ns1/me-a: T0 T4', '$ID-ns1/me-b: T2'], true],
      [['$ID-ns1/me-a: T0 T33', '$ID-ns1/me-b: T2'], true],
      [['$ID-ns1/me-a: T0 T3'], true],
      // The other watch was closed before it could tell of b.
      [['$ID-ns1/me-a: T0'], false],
    ] as const) {
      expect(inJq(conflictsInJq(expected))).toBe(isConflict);
      expect(conflicts(expected, { order })).toBe(isConflict);
    }
  });

  it('measures a watch that ends too early', () => {
    const watch = (endedAfter: number): ScriptedRequest => ({
      path: '?watch=true&timeoutSeconds=3',
      events: [],
      endedAfter,
    });
    const text = script([watch(1_000)], [watch(3_000)]);
    expect(text).toContain('[ "$(jq -n "$(cat "$TMP/0.time") < 2")" = true ]');
    expect(text).toContain('wait "$p0"');
    expect(caseScript(violation([watch(2_900)], [watch(3_000)]), HEAD)).toHaveProperty('none');
  });

  it('searches a text in a body that is not JSON', () => {
    const yaml = (response: string): ScriptedRequest => ({ type: 'application/yaml', response });
    expect(script([yaml('kind: Status\n')], [yaml('kind: ConfigMap\n')])).toContain(
      `! grep -qaF -e 'kind: ConfigMap' "$TMP/0.body"`,
    );
  });

  it('distinguishes success codes, and a refusal from a server error', () => {
    expect(script([{ status: 202 }], [{}])).toContain(`[ "$(outcome 0)" = '202' ]`);
    expect(script([{ status: 500 }], [{ status: 422 }])).toContain(`[ "$(outcome 0)" = 'a server error' ]`);
  });

  it('compares no members that the document lacks, and no requests that send such members back', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: '$ID-a', uid: 'u-1' }, spec: { hostname: 'h' } };
    const more = { ...pod, metadata: { ...pod.metadata, managedFields: [{ manager: 'm' }] } };
    const stored = (object: object, status: number): ScriptedRequest[] => [
      { ...CREATE, response: object },
      { method: 'PUT', path: '/$ID-a', body: object, status, response: object },
    ];
    const text = script(stored(more, 200), stored(pod, 422));
    expect(text).toContain('[ "$(outcome 1)" = \'200\' ]');
    expect(caseScript(violation(stored(more, 200), stored(pod, 200)), HEAD)).toHaveProperty('none');
    const created = (object: object): ScriptedRequest[] => [{ ...CREATE, body: more, response: object }];
    expect(script(created(more), created(pod))).toContain('.metadata.managedFields');
  });

  it('compares a member that the violation names before the code of a success', () => {
    const created = (status: number, hostname: string): ScriptedRequest[] => [
      { ...CREATE, status, response: { kind: 'Pod', apiVersion: 'v1', spec: { hostname } } },
    ];
    const found = violation(created(201, 'b'), created(200, 'a'));
    const text = (expected: string): unknown => caseScript({ ...found, expected }, HEAD);
    expect(text('spec.hostname "a"')).toContain('.spec.hostname');
    expect(text('the status 200')).toContain('[ "$(outcome 0)" = \'201\' ]');
  });

  it('sends the requests that one client of a race sends in a row by one curl', () => {
    const text = script(
      [{ method: 'DELETE', path: '/$ID-a' }, { status: 200 }],
      [{ method: 'DELETE', path: '/$ID-a' }, { status: 404 }],
    );
    expect(text).toMatch(/send 0 DELETE [^&]*--then 1 GET /);
  });

  it.each([
    ['a client stops reading', { program: [{ do: 'stall', watch: 'w' }] }, /stops reading a watch/],
    ['the report lacks requests', { omitted: 7 }, /has 8 requests, and the report keeps 1 of them/],
    ['no reference server was asked', { reference: undefined as never }, /not sent to a reference server/],
  ])('does not exist if %s, and the report gives the reason', (_, more, why) => {
    expect(caseScript(violation([{ status: 500 }], [{}], more), HEAD)).toEqual({ none: expect.stringMatching(why) });
  });

  it.each([
    ['takes a PUT in YAML of the version that a read showed for the same request', ['"7"', '"5"'], /outcome 1/],
    ['takes a PUT of an alias that contains itself for its text', ['&x [*x]', '&x [*x]'], /outcome 1/],
  ])('%s', (_, [version = '', otherVersion = ''], verdict) => {
    const put = (written: string, run: string, status: number): HappeningLine[] =>
      lines(
        [
          { ...CREATE, response: madeAt(written) },
          { ...PUT, status },
        ],
        run,
      ).map((line) =>
        line.kind === 'request' && line.method === 'PUT'
          ? {
              ...line,
              headers: [...line.headers, ['Content-Type', 'application/yaml']],
              body: { text: `metadata:\n  name: ${run}-7a-a\n  resourceVersion: ${written}\n` },
            }
          : line,
      );
    const madeAt = (written: string) => ({
      metadata: { name: '$ID-a', resourceVersion: written.replaceAll('"', ''), uid: 'u' },
    });
    const transcript = put(version, 'p1f2', 200);
    const made = caseScript(
      violation([], [], { exchanges: [2], transcript, reference: put(otherVersion, 'p9', 409) }),
      HEAD,
    );
    expect(made).toMatch(verdict);
  });

  it('compares nothing that pauses change on the reference server', () => {
    const made = { method: 'POST', body: { metadata: { name: '$ID-child' } } };
    const deletion: ScriptedRequest = { method: 'DELETE', path: '/$ID-a' };
    const item = (name: string, labels: object) => ({ metadata: { name, labels } });
    const list = (...items: readonly object[]): ScriptedRequest => ({ response: { kind: 'PodList', items } });
    const child = item('$ID-child', { owner: 'kept' });
    const target = [made, deletion, list(item('$ID-child', {}))];
    const reference = [made, deletion, list(item('$ID-a', {}), child)];
    expect(script(target, reference)).toContain(`show 2 '.items."/$ID-a" | length'`);
    const slowReference = lines([made, deletion, list(child)], 'p8');
    expect(caseScript(violation(target, reference, { slowReference }), HEAD)).toContain(
      `show 2 '.items."/$ID-child"[0].metadata.labels`,
    );
  });

  it.each([
    ['an outcome', { status: 200 }, { status: 404 }, { status: 200 }],
    ['the events of a watch', watched('ADDED'), watched('ADDED', 'DELETED'), watched('ADDED')],
  ])('does not exist if %s depends on the pace of the requests', (_, target, reference, slow) => {
    const slowReference = lines([CREATE, slow], 'p8');
    expect(caseScript(violation([CREATE, target], [CREATE, reference]), HEAD)).toContain('is_bug');
    expect(caseScript(violation([CREATE, target], [CREATE, reference], { slowReference }), HEAD)).toHaveProperty(
      'none',
    );
  });

  it('counts the events of an object of which the reference server tells nothing, with pauses either', () => {
    const patch: ScriptedRequest = { method: 'PATCH', path: '/$ID-a', body: {} };
    const get: ScriptedRequest = { path: '/$ID-b' };
    const [target, reference] = [watched('ADDED'), watched()].map((watch) => [watch, patch, get]);
    // The watch ends after all other requests.
    const late = (sent: readonly ScriptedRequest[] = [], run?: string): HappeningLine[] => {
      const [ends, others] = [lines(sent, run).filter(isEnd), lines(sent, run).filter((line) => !isEnd(line))];
      return [...others, ...ends.slice(1), ...ends.slice(0, 1)];
    };
    const isEnd = ({ kind, exchange }: HappeningLine): boolean => kind === 'end' && exchange === 1;
    const found = { exchanges: [1], transcript: late(target), reference: late(reference, 'p9') };
    expect(caseScript(violation([], [], { ...found, slowReference: late(reference, 'p8') }), HEAD)).toContain(
      `[ "\${got:-0}" -gt 0 ]`,
    );
    expect(caseScript(violation([], [], { ...found, slowReference: late(target, 'p8') }), HEAD)).toHaveProperty('none');
    expect(caseScript(violation([], [], found), HEAD)).toHaveProperty('none');
  });

  it('does not exist if the responses are the same', () => {
    expect(caseScript(violation([CREATE], [CREATE]), HEAD)).toEqual({
      none: 'the responses about its objects differ only in values that change from run to run, such as times',
    });
  });
});

describe('text in a script', () => {
  it('is data, whatever a server sends', () => {
    const hostile = 'a$(touch x)`touch x`\\ $HOME \'"';
    expect(execFileSync('sh', ['-c', `printf %s ${singleQuoted(hostile)}`]).toString()).toBe(hostile);
    expect(execFileSync('sh', ['-c', `ID=me; cat <<BODY\n${expandable(`${hostile} $ID`)}\nBODY`]).toString()).toBe(
      `${hostile} me\n`,
    );
  });
});
