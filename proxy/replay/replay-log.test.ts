import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDS_WITH_PARENT } from '../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../shared/process/listening-line.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { runProxy } from '../cli/run-proxy.fixture.ts';
import { causesOf } from '../diff/causes/causes.ts';
import { exchangesOf } from '../log/logged-exchange.ts';
import { readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareById } from './compare-by-id.fixture.ts';
import { replayLog } from './replay-log.ts';

/** Replayed against servers that obey and servers that do not. */
const RECORDING = 'fixtures/traffic/client-node.jsonl';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-replay-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Faulty servers, each under a base path that is the name of its fault. */
function faultyServers(target: URL): Promise<ListeningProcess> {
  const args = [...ENDS_WITH_PARENT, 'proxy/cli/quick-start.mjs', 'faults', '--target', target.href, '--port', '0'];
  return untilListening(spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] }), 'the injector');
}

/** Removes the leftovers of a replay against a faulty server. */
async function emptied(url: URL): Promise<void> {
  for (const plural of ['configmaps', 'pods'])
    await fetch(new URL(`api/v1/namespaces/default/${plural}`, url), { method: 'DELETE' });
}

const MAPS = '/api/v1/namespaces/{namespace}/configmaps';
const PODS = '/api/v1/namespaces/{namespace}/pods';

/** Faults that the recorded client meets, and every cause that the replay reports for each. */
const FAULTS: readonly (readonly [fault: string, ...causes: string[]])[] = [
  ['stale-put-accepted', `PUT ${MAPS}/{name}: status status`],
  ['generate-name-ignored', `POST ${MAPS}: identity $.metadata.name`, `POST ${MAPS}: value $.metadata.generateName`],
  ['put-changes-uid', `PUT ${MAPS}/{name}: identity $.metadata.uid`],
  ['put-keeps-version', `PUT ${MAPS}/{name}: identity $.metadata.resourceVersion`],
  [
    'patch-answers-the-patch',
    ...[
      `${MAPS}/{name}: identity $.metadata.resourceVersion`,
      `${MAPS}/{name}: missing $.data.more`,
      `${PODS}/{name}: identity $.metadata.resourceVersion`,
      `${PODS}/{name}: missing $.metadata.annotations`,
    ].map((cause) => `PATCH ${cause}`),
  ],
  ['delete-status-lacks-code', `DELETE ${PODS}/{name}: missing $.code`, `DELETE ${MAPS}/{name}: missing $.code`],
  ['list-items-lack-labels', `GET ${MAPS}: missing $.metadata.labels`],
  [
    'content-type-is-text',
    `POST ${MAPS}: media-type Content-Type`,
    `POST ${PODS}: media-type Content-Type`,
    `GET ${MAPS}: media-type Content-Type`,
  ],
  ['watch-misses-removals', `GET ${MAPS}: missing-event event DELETED`, `GET ${PODS}: missing-event event DELETED`],
  [
    'watch-repeats-events',
    `GET ${MAPS}: extra-event event MODIFIED`,
    `GET ${MAPS}: extra-event event DELETED`,
    `GET ${PODS}: extra-event event DELETED`,
  ],
  ['watch-tells-additions-as-modifications', `GET ${MAPS}: value event type`, `GET ${PODS}: value event type`],
  [
    'watch-shows-older-state',
    `GET ${MAPS}: missing $.data.more`,
    `GET ${MAPS}: value $.data.k`,
    `GET ${MAPS}: extra $.data.more`,
    `GET ${PODS}: missing $.metadata.annotations`,
  ],
  ['label-selector-ignored-by-list', `GET ${MAPS}: extra $`],
];

describe('proxy replay', () => {
  it('finds no difference on a server of the same kind, and writes the traffic down', async () => {
    await using server = await startReferenceServer();
    const out = join(folder, 'replayed.jsonl');
    expect(await runProxy('replay', RECORDING, '--against', server.url.href, '--out', out)).toMatchObject({
      code: 0,
      stdout: '✓ no difference in 14 exchanges\n',
    });
    expect(exchangesOf((await readExchangeLog(out)).lines)).toHaveLength(14);
    expect(await runProxy('diff', RECORDING, out)).toMatchObject({ code: 0 });
  });

  it('sends the versions, uids and generated names of the live server', async () => {
    await using server = await startReferenceServer();
    const out = join(folder, 'live.jsonl');
    const recording = await recordRedacted(server, out);
    // Creates an object that the recording does not read, to move the versions on.
    await fetch(`${recording.url}/api/v1/namespaces/default/secrets`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"metadata":{"name":"other"}}',
    });
    expect((await runProxy('replay', RECORDING, '--against', recording.url)).code).toBe(0);
    await recording.close();
    const [before, after] = await Promise.all([readFile(RECORDING, 'utf8'), readFile(out, 'utf8')]);
    const generated = (text: string): string | undefined => /"name":"(second-\w{5})"/.exec(text)?.[1];
    expect(generated(after)).not.toBe(generated(before));
    expect(after).toContain(`"target":"/api/v1/namespaces/default/configmaps/${generated(after)}"`);
  });

  it('names the fault of faulty servers, and nothing else', async () => {
    await using server = await startReferenceServer();
    await using broken = await faultyServers(server.url);
    const log = await readExchangeLog(RECORDING);
    const found: string[][] = [];
    for (const [fault] of FAULTS) {
      const { lines } = await replayLog(log, { url: new URL(`${broken.url}/${fault}`) });
      const { differences } = await compareById(log, { lines, path: RECORDING });
      found.push([
        fault,
        ...causesOf(differences).map(({ operation, kind, field }) => `${operation}: ${kind} ${field}`),
      ]);
      await emptied(server.url);
    }
    expect(found).toEqual(FAULTS);
  });

  it('exits 3 if no server listens, and 2 for a file that is not a recording', async () => {
    expect(await runProxy('replay', RECORDING, '--against', 'http://127.0.0.1:9')).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/^error: cannot reach http:\/\/127\.0\.0\.1:9: .*\n$/),
    });
    expect(await runProxy('replay', 'package.json', '--against', 'http://127.0.0.1:9')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: package\.json:1: not a line of JSON/),
    });
  });
});

describe('proxy diff', () => {
  it('sends a recording to a target and to the built-in reference server, and compares the responses', async () => {
    await using server = await startReferenceServer();
    expect(await runProxy('diff', RECORDING, '--target', server.url.href)).toMatchObject({
      code: 0,
      stdout: '✓ no difference in 14 exchanges\n',
    });
  });

  it('requires something to compare with', async () => {
    expect(await runProxy('diff', RECORDING)).toMatchObject({
      code: 2,
      stderr: 'error: give either two files, or one file and --target, or --target and --port\n',
    });
  });
});
