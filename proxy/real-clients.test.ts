import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDS_WITH_PARENT } from '../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../shared/process/listening-line.ts';
import { readExchangeLog } from '../shared/exchange-log/read-exchange-log.ts';
import { startReferenceServer } from './programs/run-process.ts';
import { causesOf } from './diff/causes/causes.ts';
import type { TrafficDifference } from './diff/values/difference.ts';
import { runClientNode } from './real-clients/client-node.fixture.ts';
import { hasCurl, runCurl } from './real-clients/curl.fixture.ts';
import { hasKubectl, rollOutWithKubectl, runKubectl } from './real-clients/kubectl.fixture.ts';
import { pythonWithClient, runPython } from './real-clients/python.fixture.ts';
import { openIndexedLog } from './log/indexed-log.ts';
import { recordTraffic } from './record/record-traffic.ts';
import { recordRedacted } from './record/redacted-recording.fixture.ts';
import { compareById } from './replay/compare-by-id.fixture.ts';
import { compareFiles } from './replay/compare-replay.ts';
import { compareReplay } from './replay/comparison-session.ts';
import { replayLog } from './replay/replay-log.ts';
import { type ServeMode, serveRecording } from './serve/serve-recording.ts';

const TRAFFIC = fileURLToPath(new URL('../fixtures/traffic/', import.meta.url));
const PYTHON = pythonWithClient();

interface RealClient {
  readonly name: string;
  /** Why it cannot run on this machine; its recording is checked all the same. */
  readonly absent: string | undefined;
  readonly run: (url: string) => Promise<unknown>;
  /** Its observations of a correct server, and of the recording of one. */
  readonly sees: object;
  /** Secrets that it sends. No recording may show them. */
  readonly secrets: readonly string[];
  /** Modes for serving its recording; only a client with sequential requests can keep an order. */
  readonly modes: readonly ServeMode[];
  /** Whether two recordings of it are equal: not if it caches discovery. */
  readonly repeatable: boolean;
  /** A fault that it meets, and every cause that a replay then finds. */
  readonly fault: readonly [name: string, ...causes: string[]];
}

const CLIENTS: readonly RealClient[] = [
  {
    name: 'client-node',
    absent: undefined,
    run: runClientNode,
    sees: {
      created: ['first', expect.stringMatching(/^second-.{5}$/), 'pod'],
      listed: ['first'],
      patched: { k: '1', more: 'x' },
      conflict: 409,
      replaced: { k: '3' },
      configMapEvents: [
        'ADDED first',
        expect.stringMatching(/^ADDED second-.{5}$/),
        'MODIFIED first',
        'MODIFIED first',
        'DELETED first',
        expect.stringMatching(/^DELETED second-.{5}$/),
      ],
      podEvents: ['ADDED pod', 'MODIFIED pod', 'DELETED pod'],
      left: [],
    },
    secrets: ['client-node-token'],
    modes: ['strict', 'matching', 'stateful'],
    repeatable: true,
    fault: [
      'put-keeps-version',
      'PUT /api/v1/namespaces/{namespace}/configmaps/{name}: identity $.metadata.resourceVersion',
    ],
  },
  {
    name: 'kubectl',
    absent: hasKubectl() ? undefined : 'no kubectl here',
    run: (url) => runKubectl(url, folder),
    sees: {
      watched: ['ADDED first', 'MODIFIED first', 'DELETED first'],
      outputs: [
        'configmap/first created (exit 0)',
        'pod/pod created (exit 0)',
        'pod/pod\nconfigmap/first (exit 0)',
        'configmap/first patched (exit 0)',
        'pod/pod labeled (exit 0)',
        '{"k":"1","more":"x"} (exit 0)',
        'configmap "first" deleted (exit 0)',
        'pod "pod" deleted (exit 0)',
        ' (exit 0)',
      ],
    },
    secrets: [],
    modes: ['matching', 'stateful'],
    repeatable: false,
    fault: [
      'patch-answers-the-patch',
      'PATCH /api/v1/namespaces/{namespace}/configmaps/{name}: identity $.metadata.resourceVersion',
      'PATCH /api/v1/namespaces/{namespace}/configmaps/{name}: missing $.data.more',
      'PATCH /api/v1/namespaces/{namespace}/pods/{name}: identity $.metadata.resourceVersion',
      'PATCH /api/v1/namespaces/{namespace}/pods/{name}: missing $.metadata.labels',
    ],
  },
  {
    name: 'curl',
    absent: hasCurl() ? undefined : 'no curl here',
    run: runCurl,
    sees: {
      responses: [
        '200 ConfigMap curled {"k":"1"}',
        '200 Job curled',
        '200 ConfigMapList curled',
        '200 ConfigMap curled {"k":"1","more":"x"}',
        '409 Status Conflict',
        '200 ConfigMap curled {"k":"1","more":"x"}',
        '405 ',
        '200 Status',
        '200 Status',
        '200 ConfigMapList',
      ],
      watched: ['ADDED curled', 'MODIFIED curled', 'DELETED curled'],
    },
    secrets: [],
    modes: ['strict', 'matching', 'stateful'],
    repeatable: true,
    fault: ['stale-put-accepted', 'PUT /api/v1/namespaces/{namespace}/configmaps/{name}: status status'],
  },
  {
    name: 'python3-kubernetes',
    absent:
      PYTHON === undefined
        ? 'no Python with the kubernetes package here (apt-get install python3-kubernetes)'
        : undefined,
    run: (url) => runPython(PYTHON ?? 'python3', url),
    sees: {
      listed: ['snake'],
      patched: { k: '1', more: 'x' },
      conflict: 409,
      generated: expect.stringMatching(/^snake-.{5}$/),
      password: Buffer.from('python-secret').toString('base64'),
      gone: 404,
      watched: ['ADDED snake', 'MODIFIED snake', 'DELETED snake'],
    },
    secrets: ['python-token', 'python-secret', Buffer.from('python-secret').toString('base64')],
    modes: ['strict', 'matching', 'stateful'],
    repeatable: true,
    fault: [
      'generate-name-ignored',
      'POST /api/v1/namespaces/{namespace}/secrets: identity $.metadata.name',
      'POST /api/v1/namespaces/{namespace}/secrets: value $.metadata.generateName',
    ],
  },
];

let folder: string;
let reference: { readonly url: URL } & AsyncDisposable;
let faulty: ListeningProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-clients-'));
  reference = await startReferenceServer();
  const args = [
    ...ENDS_WITH_PARENT,
    'proxy/cli/quick-start.mjs',
    'faults',
    '--target',
    reference.url.href,
    '--port',
    '0',
  ];
  faulty = await untilListening(
    spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }),
    'the injector',
  );
});
afterAll(async () => {
  await faulty[Symbol.asyncDispose]();
  await reference[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a client through the recording proxy in front of the reference server. */
async function recorded({ name, run }: RealClient): Promise<{ readonly path: string; readonly report: unknown }> {
  const path = join(folder, `${name}.jsonl`);
  const fail = (why: unknown): void => expect.unreachable(String(why));
  const recording = await recordTraffic({
    upstream: { url: reference.url },
    host: '127.0.0.1',
    port: 0,
    out: path,
    redact: true,
    onUnreachable: fail,
    onLogFailed: fail,
  });
  try {
    return { path, report: await run(recording.url) };
  } finally {
    await recording.close();
  }
}

async function served(path: string, mode: ServeMode, { run }: RealClient): Promise<unknown> {
  const missed: string[] = [];
  const serving = await serveRecording(await openIndexedLog(path), {
    host: '127.0.0.1',
    port: 0,
    mode,
    speed: 'instant',
    holdEvents: true,
    onMiss: (line) => missed.push(line),
  });
  try {
    const report = await run(serving.url);
    expect(missed).toEqual([]);
    return report;
  } finally {
    await serving.close();
  }
}

async function differences(path: string, server: URL): Promise<readonly TrafficDifference[]> {
  const log = await readExchangeLog(path);
  const replayed = await replayLog(log, { url: server });
  const { differences: found, compared } = await compareById(log, { lines: replayed.lines, path });
  replayed.close();
  expect(compared).toBeGreaterThan(8);
  return found;
}

/** Removes the leftovers of a client that a faulty server confused. */
async function emptied(): Promise<void> {
  for (const path of [
    'api/v1/namespaces/default/configmaps',
    'api/v1/namespaces/default/pods',
    'api/v1/namespaces/default/secrets',
    'apis/batch/v1/namespaces/default/jobs',
  ])
    await fetch(new URL(path, reference.url), { method: 'DELETE' });
}

function check(path: string): { readonly status: number | null; readonly output: string } {
  const args = ['suites/cli/quick-check.mjs', path, '--report-dir', join(folder, 'report')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.each(CLIENTS)('$name', (client) => {
  const kept = `${TRAFFIC}${client.name}.jsonl`;

  it('gets the right responses through the recording proxy, and the same from its recording without a server', async ({
    skip,
  }) => {
    if (client.absent !== undefined) skip(client.absent);
    const { path, report } = await recorded(client);
    await emptied();
    expect(report).toEqual(client.sees);
    const text = await readFile(path, 'utf8');
    expect(client.secrets.filter((secret) => text.includes(secret))).toEqual([]);
    for (const mode of client.modes) expect([mode, await served(path, mode, client)]).toEqual([mode, report]);
    if (!existsSync(kept)) copyFileSync(path, kept);
    const again = client.repeatable
      ? (await compareFiles(await readExchangeLog(kept), await readExchangeLog(path))).comparison.differences
      : [];
    expect(again).toEqual([]);
  });

  it('left a recording that breaks no rule, replays without a difference, and shows exactly the fault of a faulty server', async () => {
    expect(check(kept)).toMatchObject({ status: 0 });
    expect(await differences(kept, reference.url)).toEqual([]);
    const [fault, ...causes] = client.fault;
    const planted = await differences(kept, new URL(`${faulty.url}/${fault}`));
    await emptied();
    expect(causesOf(planted).map(({ operation, kind, field }) => `${operation}: ${kind} ${field}`)).toEqual(causes);
  });
});

describe.skipIf(!hasKubectl())('kubectl beside controllers', () => {
  // How soon controllers act is chance: one session of ten shows a difference on a busy machine.
  it('rolls a deployment out and back in a recording that replays without a difference', { retry: 2 }, async () => {
    await using controlled = await startReferenceServer('--controllers', 'on');
    const path = join(await mkdtemp(join(folder, 'try-')), 'rollout.jsonl');
    const recording = await recordRedacted(controlled, path);
    const outputs = await rollOutWithKubectl(recording.url, folder, 'rollout').finally(() => recording.close());
    expect(outputs.filter((output) => !output.endsWith('(exit 0)'))).toEqual([]);
    const { comparison, close } = await compareReplay(
      await readExchangeLog(path),
      { url: controlled.url },
      { namespace: 'rollout-again' },
    );
    close();
    expect(comparison.differences).toEqual([]);
  });
});
