import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startReferenceServer } from './cli/run-process.ts';
import { readExchangeLog } from '../fixtures/formats/read-exchange-log.ts';
import type { Difference } from './diff/difference.ts';
import { runClientNode } from './real-clients/client-node-scenario.ts';
import { hasKubectl, runKubectl } from './real-clients/kubectl-scenario.ts';
import { recordTraffic } from './record/record-traffic.ts';
import { compareById, compareFiles } from './replay/compare-replay.ts';
import { replayLog } from './replay/replay-log.ts';

const TRAFFIC = fileURLToPath(new URL('../fixtures/traffic/', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-clients-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs a client through the recording proxy in front of a fresh reference server. */
async function recorded<Report>(client: (url: string) => Promise<Report>): Promise<{ path: string; report: Report }> {
  await using server = await startReferenceServer();
  const path = join(folder, 'recording.jsonl');
  const fail = (why: unknown): void => expect.unreachable(String(why));
  const recording = await recordTraffic({ upstream: { url: server.url }, host: '127.0.0.1', port: 0, out: path, redact: true, onUnreachable: fail, onLogFailed: fail });
  try {
    return { path, report: await client(recording.url) };
  } finally {
    await recording.close();
  }
}

/** The recording kept in the tree; where there is none, the one just made becomes it. */
function kept(name: string, fresh: string): string {
  const path = `${TRAFFIC}${name}`;
  if (!existsSync(path)) copyFileSync(fresh, path);
  return path;
}

async function differencesToFreshServer(path: string): Promise<readonly Difference[]> {
  await using server = await startReferenceServer();
  const log = await readExchangeLog(path);
  const { lines } = await replayLog(log, { url: server.url });
  const { differences, compared } = await compareById(log, { lines, path });
  expect(compared).toBeGreaterThan(10);
  return differences;
}

function check(path: string): { status: number | null; output: string } {
  const args = ['--import', 'tsx', 'proxy/cli/main.ts', 'check', path, '--report-dir', join(folder, 'report')];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('@kubernetes/client-node through the recording proxy', () => {
  it('sees what it should, breaks no rule, and replays without a difference, as does the recording kept of it', async () => {
    const { path, report } = await recorded(runClientNode);
    const generated = report.created[1] ?? '';
    expect(generated).toMatch(/^second-.{5}$/);
    expect(report).toEqual({
      created: ['first', generated, 'pod'],
      listed: ['first'],
      patched: { k: '1', more: 'x' },
      conflict: 409,
      replaced: { k: '3' },
      configMapEvents: ['ADDED first', `ADDED ${generated}`, 'MODIFIED first', 'MODIFIED first', 'DELETED first', `DELETED ${generated}`],
      podEvents: ['ADDED pod', 'MODIFIED pod', 'DELETED pod'],
      left: [],
    });
    expect(JSON.stringify((await readExchangeLog(path)).lines)).not.toContain('client-node-token');
    expect(check(path)).toMatchObject({ status: 0 });
    expect(await differencesToFreshServer(path)).toEqual([]);
    const keptPath = kept('client-node.jsonl', path);
    expect(check(keptPath)).toMatchObject({ status: 0 });
    expect(await differencesToFreshServer(keptPath)).toEqual([]);
    expect((await compareFiles(await readExchangeLog(keptPath), await readExchangeLog(path))).comparison.differences).toEqual([]);
  });
});

describe('kubectl through the recording proxy', () => {
  it.runIf(hasKubectl())('creates, lists, patches, watches and deletes, and the recording replays without a difference', async () => {
    const { path, report } = await recorded((url) => runKubectl(url, folder));
    expect(report.watched).toEqual(['ADDED first', 'MODIFIED first', 'DELETED first']);
    expect(report.outputs).toEqual([
      'configmap/first created (exit 0)',
      'pod/pod created (exit 0)',
      'pod/pod\nconfigmap/first (exit 0)',
      'configmap/first patched (exit 0)',
      'pod/pod labeled (exit 0)',
      '{"k":"1","more":"x"} (exit 0)',
      'configmap "first" deleted (exit 0)',
      'pod "pod" deleted (exit 0)',
      'No resources found in default namespace. (exit 0)',
    ]);
    expect(check(path)).toMatchObject({ status: 0 });
    expect(await differencesToFreshServer(path)).toEqual([]);
    kept('kubectl.jsonl', path);
  });

  it('replays the recording that is kept of it without a difference, on machines without kubectl too', async () => {
    const path = `${TRAFFIC}kubectl.jsonl`;
    expect(check(path)).toMatchObject({ status: 0 });
    expect(await differencesToFreshServer(path)).toEqual([]);
  });
});
