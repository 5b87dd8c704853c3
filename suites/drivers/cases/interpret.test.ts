import { describe, expect, it } from 'vitest';
import { historyOf } from '../../oracle/exchanges/history-of.ts';
import type { Exchange } from '../../oracle/history.ts';
import { ObservationOrder } from '../../target/recorder.ts';
import type { Target } from '../../target/target.ts';
import { eachSmallApi } from '../each-small-api.fixture.ts';
import type { CaseContext, ProgramRun } from './case-context.ts';
import { runProgram } from './interpret.ts';
import { Ledger } from '../removal/ledger.ts';
import type { Program, Step } from '../../program/program.ts';
import type { SmallApi } from '../small-api.fixture.ts';

const SLOT = { ns1: 'plumbline-p1-0-ns1', ns11: 'plumbline-p1-0-ns11', ns2: 'plumbline-p1-0-ns2' };
const MAPS = `/api/v1/namespaces/${SLOT.ns1}/configmaps`;

let api: SmallApi;
let target: Target;
let ledger: Ledger;

eachSmallApi((scene) => {
  ({ api, target } = scene);
  ledger = new Ledger();
});

function run(program: Program, more: Partial<CaseContext> = {}): Promise<ProgramRun> {
  return runProgram(program, {
    target,
    slot: SLOT,
    run: 'p1',
    rule: 'create/x',
    caseId: 'p1-7',
    order: new ObservationOrder(),
    timeoutMs: 3000,
    ledger,
    ...more,
  });
}

async function exchanges(program: Program, more?: Partial<CaseContext>): Promise<readonly Exchange[]> {
  return historyOf((await run(program, more)).lines).exchanges;
}

const create = (name: string, more: object = {}): Step => ({
  do: 'call',
  as: 'made',
  verb: 'create',
  resource: 'configmaps',
  namespace: 'ns1',
  body: { metadata: { name, ...more } },
});
const get = (name: string): Step => ({ do: 'call', verb: 'get', resource: 'configmaps', namespace: 'ns1', name });

describe('a program', () => {
  it('is sent in order, with its names made unique and its objects labelled', async () => {
    const [made, got] = await exchanges([create('{{a}}', { labels: { k: '{{case}}' } }), get('{{a}}')]);
    expect(made?.request).toMatchObject({ method: 'POST', target: MAPS });
    expect(made?.request.body?.value).toEqual({
      metadata: { name: 'p1-7-a', labels: { k: 'p1-7', 'plumbline-run': 'p1', 'plumbline-case': 'p1-7' } },
    });
    expect(got?.request.target).toBe(`${MAPS}/p1-7-a`);
    expect(got?.response?.status).toBe(200);
    expect(made?.ended).toBeLessThan(got?.began ?? 0);
  });

  it('tags each of its requests', async () => {
    await run([create('{{a}}')]);
    expect(api.seen[0]?.headers).toMatchObject({
      'x-plumbline-run': 'p1',
      'x-plumbline-rule': 'create/x',
      'x-plumbline-case': 'p1-7',
    });
  });

  it('fills holes from responses and edits copies of them', async () => {
    const [, put] = await exchanges([
      create('{{a}}'),
      {
        do: 'call',
        verb: 'replace',
        resource: 'configmaps',
        namespace: 'ns1',
        name: '{{a}}',
        body: {
          $edit: { $from: 'made' },
          with: [
            { set: '/data/k~1x', to: ['{{namespace}}', { $from: 'made', at: '/metadata/name' }] },
            { remove: '/metadata/labels' },
          ],
        },
      },
    ]);
    expect(put?.request.body?.value).toEqual({ metadata: { name: 'p1-7-a' }, data: { 'k/x': [SLOT.ns1, 'p1-7-a'] } });
  });

  it('skips a step whose source was refused, and the steps that depend on it', async () => {
    api.override = ({ method }) => (method === 'POST' ? { status: 422, body: { kind: 'Status' } } : undefined);
    const { lines, skipped } = await run([
      create('{{a}}'),
      {
        do: 'call',
        as: 'second',
        verb: 'replace',
        resource: 'configmaps',
        namespace: 'ns1',
        name: '{{a}}',
        body: { $from: 'made' },
      },
      {
        do: 'together',
        branches: [
          [
            {
              do: 'call',
              verb: 'replace',
              resource: 'configmaps',
              namespace: 'ns1',
              name: '{{a}}',
              body: { $from: 'second' },
            },
          ],
        ],
      },
      { do: 'await', watch: 'none', until: { events: 1 } },
    ]);
    expect(historyOf(lines).exchanges.length).toBe(1);
    expect(skipped).toEqual([
      { at: [1], reason: "'made' has no successful response" },
      { at: [2, 0, 0], reason: "'second' has no successful response" },
      { at: [3], reason: "there is no watch 'none'" },
    ]);
  });

  it('sends text unchanged, a list-valued parameter several times, and no content type if none is wanted', async () => {
    const [odd, list] = await exchanges([
      {
        do: 'call',
        verb: 'create',
        resource: 'configmaps',
        namespace: 'ns1',
        text: '{"name": "{{a}}", ',
        contentType: '',
        accept: '',
      },
      {
        do: 'call',
        verb: 'list',
        resource: 'configmaps',
        namespace: 'ns11',
        query: { labelSelector: 'a in (b,c)', x: ['1', 2] },
      },
    ]);
    expect(odd?.request.body?.text).toBe('{"name": "p1-7-a", ');
    expect(odd?.request.headers.has('content-type')).toBe(false);
    expect(odd?.request.headers.has('accept')).toBe(false);
    expect(list?.request.target).toBe(
      `/api/v1/namespaces/${SLOT.ns11}/configmaps?labelSelector=a%20in%20(b%2Cc)&x=1&x=2`,
    );
  });

  it('sends steps into a namespace that the case names', async () => {
    const [made] = await exchanges([
      {
        do: 'call',
        verb: 'create',
        resource: 'events',
        namespace: '{{new}}',
        body: { metadata: { name: '{{a}}' }, involvedObject: { namespace: '{{namespace}}' } },
      },
    ]);
    expect(made?.request.path).toBe('/api/v1/namespaces/p1-7-new/events');
    expect(made?.request.body?.value).toMatchObject({ involvedObject: { namespace: 'p1-7-new' } });
  });

  it('sends YAML if the content type says so', async () => {
    const [made] = await exchanges(
      [
        {
          do: 'call',
          verb: 'create',
          resource: 'configmaps',
          namespace: 'ns1',
          contentType: 'application/yaml',
          body: { metadata: { name: 'yes' }, data: { on: '012' } },
          unlabelled: true,
        },
      ],
      { keep: true },
    );
    expect(made?.request.body?.text).toBe('"metadata":\n  "name": "yes"\n"data":\n  "on": "012"\n');
    expect(made?.request.body?.value).toEqual({ metadata: { name: 'yes' }, data: { on: '012' } });
  });

  it('does not add labels on demand, or if they are no map', async () => {
    const [plain, odd] = await exchanges([
      { ...create('{{a}}'), unlabelled: true } as Step,
      create('{{b}}', { labels: 'none' }),
    ]);
    expect(plain?.request.body?.value).toEqual({ metadata: { name: 'p1-7-a' } });
    expect(odd?.request.body?.value).toEqual({ metadata: { name: 'p1-7-b', labels: 'none' } });
  });

  it('runs branches at the same time', async () => {
    let waiting = 0;
    api.override = ({ method }) => {
      if (method === 'GET') waiting += 1;
      return undefined;
    };
    const [first, second] = await exchanges([{ do: 'together', branches: [[get('x')], [get('y')]] }]);
    expect(waiting).toBe(2);
    expect(first?.began).toBeLessThan(second?.ended ?? 0);
    expect(second?.began).toBeLessThan(first?.ended ?? 0);
  });

  it('collects the events of a watch, and fills holes from them', async () => {
    const [watch, , , put] = await exchanges([
      { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' },
      create('{{a}}'),
      create('{{b}}'),
      { do: 'await', watch: 'w', until: { object: '{{b}}', type: 'ADDED' } },
      {
        do: 'call',
        verb: 'replace',
        resource: 'configmaps',
        namespace: 'ns1',
        name: '{{b}}',
        body: { $from: 'w', at: '/1/object' },
      },
      { do: 'close', watch: 'w' },
    ]);
    expect(watch?.request.target).toBe(`/api/v1/watch/namespaces/${SLOT.ns1}/configmaps`);
    expect(watch?.call).toMatchObject({ verb: 'watchList', watching: true });
    expect(watch?.events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED']);
    expect(watch?.end?.reason).toBe('client-abort');
    expect(put?.request.body?.value).toMatchObject({ metadata: { name: 'p1-7-b' } });
  });

  it('awaits the event of a version that the server chose', async () => {
    const seen = await exchanges([
      { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' },
      create('{{a}}', { resourceVersion: 'v1' }),
      { do: 'await', watch: 'w', until: { version: { $from: 'made', at: '/metadata/resourceVersion' } } },
      { do: 'close', watch: 'w' },
    ]);
    expect(seen[0]?.events.length).toBe(1);
    const { skipped } = await run([
      { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' },
      { do: 'await', watch: 'w', until: { version: { $from: 'nothing' } } },
    ]);
    expect(skipped).toEqual([{ at: [1], reason: "'nothing' has no successful response" }]);
  });

  it('leaves a watch unread for as long as it is stalled, and can name its last event', async () => {
    const [watch, , , , put] = await exchanges([
      { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' },
      { do: 'stall', watch: 'w' },
      create('{{a}}'),
      create('{{b}}'),
      create('{{c}}'),
      { do: 'resume', watch: 'w' },
      { do: 'await', watch: 'w', until: { events: 3 } },
      {
        do: 'call',
        verb: 'replace',
        resource: 'configmaps',
        namespace: 'ns1',
        name: '{{b}}',
        body: { $from: 'w', at: '/-2/object' },
      },
    ]);
    expect(watch?.events).toHaveLength(3);
    expect(put?.request.body?.value).toMatchObject({ metadata: { name: 'p1-7-b' } });
    const { skipped } = await run([{ do: 'stall', watch: 'none' }]);
    expect(skipped).toEqual([{ at: [0], reason: "there is no watch 'none'" }]);
  });

  it('watches by parameter on the collection', async () => {
    const seen = await exchanges([
      {
        do: 'watch',
        as: 'one',
        verb: 'watch',
        via: 'parameter',
        resource: 'configmaps',
        namespace: 'ns1',
        name: '{{a}}',
        query: { fieldSelector: 'metadata.namespace=x' },
      },
      { do: 'watch', as: 'all', verb: 'watchAll', via: 'parameter', resource: 'configmaps' },
    ]);
    expect(seen.map(({ request }) => decodeURIComponent(request.target))).toEqual([
      `${MAPS}?watch=true&fieldSelector=metadata.name=p1-7-a,metadata.namespace=x`,
      '/api/v1/configmaps?watch=true',
    ]);
    expect(seen.map(({ call }) => call?.verb)).toEqual(['watchList', 'watchAll']);
  });

  it('continues if an awaited event does not come', async () => {
    const seen = await exchanges([
      { do: 'watch', as: 'w', verb: 'watchList', via: 'path', resource: 'configmaps', namespace: 'ns1' },
      { do: 'await', watch: 'w', until: { events: 1 }, within: 20 },
      get('x'),
    ]);
    expect(seen.at(-1)?.response?.status).toBe(404);
  });

  it('that is invalid on any target is an error of its own', async () => {
    await expect(
      run([{ do: 'call', verb: 'getStatus', resource: 'configmaps', namespace: 'ns1', name: 'x' }]),
    ).rejects.toMatchObject({ code: 'bad-program' });
    await expect(run([{ do: 'call', verb: 'get', resource: 'configmaps', name: 'x' }])).rejects.toMatchObject({
      code: 'bad-program',
    });
  });
});

describe('the end of a case', () => {
  it('removes only its own objects, outside of its history', async () => {
    api.objects.set(`${MAPS}/other`, { metadata: { name: 'other' } });
    const { lines } = await run([create('{{a}}'), create('{{b}}'), create('other')]);
    expect([...api.objects.keys()]).toEqual([`${MAPS}/other`]);
    expect(historyOf(lines).exchanges.length).toBe(3);
    expect(ledger.left()).toEqual([]);
  });

  it('removes the objects of creates that returned a server error or nothing', async () => {
    api.override = ({ method }) => (method === 'POST' ? { status: 500 } : undefined);
    await run([create('{{a}}')]);
    expect(api.log).toContain(`DELETE ${MAPS}/p1-7-a`);
  });

  it('removes the finalizers that hold an object back', async () => {
    await run([create('{{a}}', { finalizers: ['example.com/hold'] })]);
    expect([...api.objects.keys()]).toEqual([]);
    expect(ledger.left()).toEqual([]);
  });

  it('lists the objects that it cannot remove', async () => {
    api.override = ({ method }) => (method === 'DELETE' ? { status: 405 } : undefined);
    await run([create('{{a}}')]);
    expect(ledger.left()).toEqual([{ path: `${MAPS}/p1-7-a`, why: 'DELETE returned 405, and it is still there' }]);
  });

  it('leaves everything with --keep', async () => {
    await run([create('{{a}}')], { keep: true });
    expect([...api.objects.keys()]).toEqual([`${MAPS}/p1-7-a`]);
  });
});
