import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { SmallApi } from '../../drivers/small-api.fixture.ts';
import { conformance } from '../../self-tests/conformance-in-process.fixture.ts';

const SLOW = 120_000;
const FEW = [
  '--rules',
  'create/name-is-the-one-asked-for',
  '--kinds',
  'configmaps',
  '--runs',
  '2',
  '--concurrency',
  '2',
];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-clearing-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Judges a small server, and reads the report. */
async function judged(api: SmallApi, name: string, ...args: readonly string[]): Promise<Report> {
  await conformance('--target', api.url, ...FEW, ...args, '--report-dir', join(folder, name));
  return JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8')) as Report;
}

const deletesOf = (api: SmallApi): string[] => api.log.filter((request) => request.startsWith('DELETE '));

describe('a run removes its objects', () => {
  it(
    'deletes an object twice at most if a server acknowledges deletes without effect, and reports the leftovers and how to remove them',
    { timeout: SLOW },
    async () => {
      await using api = await SmallApi.start();
      api.override = ({ method }) =>
        method === 'DELETE' ? { status: 200, body: { kind: 'Status', status: 'Success' } } : undefined;
      const { leftovers, run: name } = await judged(api, 'kept');
      const deletes = deletesOf(api);
      expect(Math.max(...deletes.map((one) => deletes.filter((other) => other === one).length))).toBeLessThanOrEqual(2);
      expect(leftovers).toEqual([
        expect.stringMatching(
          /^\d+ configmaps and 3 namespaces may be left: .* and \d+ more \(DELETE returned 200, and it is still there\)\. Remove them: pnpm conformance --clean-up/,
        ),
      ]);
      expect(leftovers[0]).toContain(`--clean-up ${name ?? 'of no name'} --target ${api.url}`);
    },
  );

  it(
    'sends few deletes to a server that does not respond to them, and waits for each at most a sixth of --clear-within',
    { timeout: SLOW },
    async () => {
      await using api = await SmallApi.start();
      api.override = ({ method }) => (method === 'DELETE' ? 'no response' : undefined);
      const { leftovers } = await judged(
        api,
        'hanging',
        '--timeout',
        '500ms',
        '--clear-within',
        '1500ms',
        '--runs',
        '1',
      );
      expect(deletesOf(api).length).toBeLessThan(30);
      expect(leftovers).toEqual([
        expect.stringMatching(/3 namespaces may be left: .*no response within 250 ms.*--clean-up/),
      ]);
    },
  );

  it('gives up at once if the server is gone', { timeout: SLOW }, async () => {
    const api = await SmallApi.start();
    let disposed: Promise<void> | undefined;
    api.override = ({ method, target }) => {
      if (method === 'POST' && target.endsWith('/configmaps')) disposed ??= api[Symbol.asyncDispose]();
      return undefined;
    };
    const { leftovers } = await judged(api, 'gone');
    await disposed;
    expect(leftovers).toEqual([expect.stringMatching(/^3 namespaces may be left: /)]);
  });

  it(
    'counts the requests of its setup and clean-up, also if no namespace can be created',
    { timeout: SLOW },
    async () => {
      await using api = await SmallApi.start();
      const { requests } = await judged(api, 'counted');
      expect(requests).toBe(api.seen.length);
      await using refusing = await SmallApi.start();
      refusing.override = ({ method }) => (method === 'POST' ? { status: 500 } : undefined);
      const refused = await judged(refusing, 'refused');
      expect(refused).toMatchObject({ exitCode: 3, requests: refusing.seen.length, leftovers: [] });
    },
  );
});
