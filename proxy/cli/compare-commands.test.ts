import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listeningUrl } from '../../shared/process/listening-line.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { runProxy } from './run-proxy.fixture.ts';

const RECORDING = 'fixtures/traffic/two-watches.jsonl';
const SLOW = 60_000;

let folder: string;
/** The recording of a server that accepts a stale PUT. */
let stale: string;
/** The beginning of it, with a watch that this server ended early. */
let endless: string;
/** The recording of a server that adds a member to each response to a GET of one object. */
let wordy: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-compare-'));
  const text = await readFile(RECORDING, 'utf8');
  stale = await written('stale.jsonl', text.replace('"status":409', '"status":200'));
  const begun = text
    .split('\n')
    .filter(
      (line) => /"kind":"header"|"exchange":[13][,}]/.test(line) && Number(/"n":(\d+)/.exec(line)?.[1] ?? 0) < 10,
    );
  endless = await written(
    'endless.jsonl',
    `${[...begun, '{"kind":"end","n":10,"t":9,"exchange":1,"reason":"complete"}'].join('\n')}\n`,
  );
  wordy = await written(
    'wordy.jsonl',
    text.replaceAll(
      '"body":{"json":{"kind":"ConfigMap","apiVersion":"v1","metadata":{',
      '"body":{"json":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"more":"node-7",',
    ),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('the report of proxy diff', () => {
  it('shows one cause for one mistake, in every requested format', { timeout: SLOW }, async () => {
    const [json, markdown, html] = ['r.json', 'r.md', 'r.html'].map((name) => join(folder, name));
    const run = await runProxy(
      'diff',
      RECORDING,
      stale,
      '--json',
      json ?? '',
      '--markdown',
      markdown ?? '',
      '--html',
      html ?? '',
    );
    expect(run).toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringMatching(
        /^✗ 1 difference of 1 cause in 1 of 16 exchanges\n\n✗ 1 {2}PUT \S+ returns another status\n {2}explains {2}1 of 1 difference\n {2}expected .*\n {2}actual .*\n {2}where {5}exchange \d+: PUT .*\n {2}baseline .*\n$/,
      ),
    });
    expect(JSON.parse(await readFile(json ?? '', 'utf8'))).toMatchObject({
      schemaVersion: 2,
      same: false,
      compared: 16,
      causes: [{ kind: 'status', differences: [{ place: 'status', actual: expect.stringMatching(/^200/) }] }],
    });
    expect(await readFile(markdown ?? '', 'utf8')).toContain(
      '## PUT /api/v1/namespaces/{namespace}/configmaps/{name} returns another status',
    );
    expect(await readFile(html ?? '', 'utf8')).toMatch(/^<!doctype html>[^]*<h1>1 difference of 1 cause/);
  });

  it('leaves out and counts the differences that rules match, and names unused rules', { timeout: SLOW }, async () => {
    const rules = await written(
      'rules.yaml',
      'format: 1\nrules:\n  - ignore: $.metadata.more\n    reason: that server names its node\n  - exclude: GET /version\n    reason: versions differ\n  - ignore: $.metadata.uid\n    reason: they are made up\n',
    );
    const run = await runProxy('diff', RECORDING, wordy, '--rules', rules);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^✓ no difference in 16 exchanges\n/) });
    expect(run.stdout).toContain("rule 'ignore $.metadata.more' took away 8 (that server names its node)");
    expect(run.stdout).toContain("rule 'exclude GET /version' took nothing away");
    expect(run.stdout).toContain(
      "rule 'ignore $.metadata.uid' would hide these mistakes too: a PUT changes the uid; an object is created again with its old uid\n",
    );
  });

  it('accepts only the causes in the baseline', { timeout: SLOW }, async () => {
    const baseline = join(folder, 'accepted.yaml');
    expect(await runProxy('diff', RECORDING, wordy, '--baseline', baseline, '--update-baseline')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/causes added, 0 taken out, 0 kept/),
    });
    expect(await runProxy('diff', RECORDING, wordy, '--baseline', baseline)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^✓ no new difference/),
    });
    const other = await runProxy('diff', RECORDING, stale, '--baseline', baseline);
    expect(other).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/is gone; take it out with --update-baseline/),
    });
  });

  it('comes with the smallest recording that shows it, and with a case of the suite', { timeout: SLOW }, async () => {
    const least = join(folder, 'least');
    expect((await runProxy('diff', RECORDING, stale, '--minimise', least)).stdout).toMatch(/shown by 3 exchanges/);
    const files = (await readdir(least)).map((name) => name.replace(/^[0-9a-f]{12}/, 'cause')).sort();
    expect(files).toEqual(['cause.jsonl', 'cause.replace--stale-version-is-refused.json']);
    const saved = (await readdir(least)).find((name) => name.endsWith('refused.json'));
    expect(JSON.parse(await readFile(join(least, saved ?? ''), 'utf8'))).toMatchObject({
      format: 1,
      rule: 'replace/stale-version-is-refused',
      program: [
        { verb: 'create', namespace: 'ns1' },
        { verb: 'replace', name: '{{a}}' },
        {
          verb: 'replace',
          body: {
            metadata: { resourceVersion: { $from: expect.stringMatching(/^e\d+$/), at: '/metadata/resourceVersion' } },
          },
        },
      ],
    });
  });
});

describe('proxy replay and diff with servers', () => {
  it(
    'works in a scratch namespace, leaves nothing behind, and refuses an existing one',
    { timeout: SLOW },
    async () => {
      await using server = await startReferenceServer();
      const none = { code: 0, stdout: expect.stringMatching(/^✓ no difference in 16 exchanges\n/) };
      const out = join(folder, 'in-scratch.jsonl');
      const flags = ['--against', server.url.href, '--namespace', 'scratch', '--out', out];
      expect(await runProxy('replay', RECORDING, ...flags)).toMatchObject(none);
      expect(await readFile(out, 'utf8')).toContain('/api/v1/namespaces/scratch/configmaps');
      expect(await runProxy('diff', RECORDING, out)).toMatchObject(none);
      expect(await runProxy('diff', out, RECORDING)).toMatchObject(none);
      const again = join(folder, 'in-another.jsonl');
      const others = ['--against', server.url.href, '--namespace', 'another', '--out', again];
      expect(await runProxy('replay', out, ...others)).toMatchObject(none);
      expect(await runProxy('diff', RECORDING, again)).toMatchObject(none);
      expect((await fetch(new URL('api/v1/namespaces/scratch', server.url))).status).toBe(404);
      expect(await (await fetch(new URL('api/v1/configmaps', server.url))).json()).toMatchObject({ items: [] });
      const refused = await runProxy('replay', RECORDING, '--against', server.url.href, '--namespace', 'default');
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^error: --namespace: .* has a namespace 'default' already/),
      });
    },
  );

  it('leaves nothing behind when it is stopped', { timeout: SLOW }, async () => {
    await using server = await startReferenceServer();
    const child = spawn(
      process.execPath,
      ['proxy/cli/quick-start.mjs', 'replay', endless, '--against', server.url.href, '--namespace', 'scratch'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const closed = once(child, 'close');
    const made = new URL('api/v1/namespaces/scratch/configmaps/a', server.url);
    while (child.exitCode === null && !(await fetch(made)).ok) await sleep(50);
    child.kill('SIGINT');
    expect({ ended: await closed, said }).toEqual({
      ended: [2, null],
      said: expect.stringMatching(/^error: stopped before the whole recording was sent/),
    });
    expect((await fetch(new URL('api/v1/namespaces/scratch', server.url))).status).toBe(404);
  });

  it(
    'forwards requests to the target, sends them to the reference at the same time, and compares at the end',
    { timeout: SLOW },
    async () => {
      await using target = await startReferenceServer();
      await using reference = await startReferenceServer();
      const temporary = await mkdtemp(join(folder, 'tmp-'));
      const child = spawn(
        process.execPath,
        [
          'proxy/cli/quick-start.mjs',
          'diff',
          '--target',
          target.url.href,
          '--reference',
          reference.url.href,
          '--port',
          '0',
        ],
        { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TMPDIR: temporary } },
      );
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const maps = `${await listeningUrl(child.stdout)}/api/v1/namespaces/default/configmaps`;
      const made = (await (
        await fetch(maps, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{"metadata":{"name":"a"}}',
        })
      ).json()) as { metadata: { resourceVersion: string } };
      await fetch(`${maps}/a`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...made, data: { k: '1' } }),
      });
      const copy = new URL('api/v1/namespaces/default/configmaps/a', reference.url);
      const closed = once(child, 'close');
      while (child.exitCode === null && !(await (await fetch(copy)).text()).includes('"k":"1"')) await sleep(50);
      const kept = (await readdir(temporary)).find((name) => name.startsWith('plumbline-diff-')) ?? '';
      const modes = [join(temporary, kept), join(temporary, kept, 'clients.jsonl')].map(
        async (path) => (await stat(path)).mode & 0o777,
      );
      expect(await Promise.all(modes)).toEqual([0o700, 0o600]);
      child.kill('SIGTERM');
      const [code] = (await closed) as [unknown];
      expect((await readdir(temporary)).filter((name) => name.startsWith('plumbline-'))).toEqual([]);
      expect({ code, said }).toMatchObject({
        code: 0,
        said: expect.stringMatching(/✓ no difference in 2 exchanges\n$/),
      });
    },
  );
});

describe('files and flags that cannot be used', () => {
  it('are reported in one line, and nothing is overwritten', { timeout: SLOW }, async () => {
    const rules = await written('broken.yaml', 'format: 1\nrules:\n  - ignore: $.x\n');
    expect(await runProxy('diff', RECORDING, stale, '--rules', rules)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: .*: \/rules\/0 must have required property 'reason'\n$/),
    });
    const [header = ''] = (await readFile(RECORDING, 'utf8')).split('\n', 1);
    const silent = await written('silent.jsonl', `${header}\n`);
    expect(await runProxy('diff', silent, silent)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^error: nothing was compared: .*silent\.jsonl has no request with a response; .*\n$/,
      ),
    });
    expect(await runProxy('diff', RECORDING, stale, '--json', RECORDING)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/would be written over/),
    });
  });
});
