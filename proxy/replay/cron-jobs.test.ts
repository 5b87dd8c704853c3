import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExchangeLog, readExchangeLog } from '../../shared/exchange-log/read-exchange-log.ts';
import type { HistoryComparison } from '../diff/compare/compare-histories.ts';
import { startReferenceServer } from '../programs/run-process.ts';
import { recordRedacted } from '../record/redacted-recording.fixture.ts';
import { compareReplay } from './comparison-session.ts';

const NAMESPACE = 'scheduled';
const BATCH = `apis/batch/v2alpha1/namespaces/${NAMESPACE}`;
const CORE = `api/v1/namespaces/${NAMESPACE}`;
const JOBS = `apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const LISTS = [`${BATCH}/cronjobs`, JOBS, `${CORE}/pods`, `${CORE}/events`];
const JSON_TYPE = { 'Content-Type': 'application/json' };
const TEMPLATE = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } };

type Server = Awaited<ReturnType<typeof startReferenceServer>>;

const start = (): Promise<Server> => startReferenceServer('--controllers', 'on', '--test-clock');

const REASON = 'whether the minute of a cron job came';

/** Lets the minute of the cron job pass. */
async function letItRun(server: Server): Promise<void> {
  await fetch(new URL('_plumbline/clock', server.url), { method: 'POST', body: '{"advance":"16m"}' });
}

/** A minute that comes in a quarter of an hour. */
const SCHEDULE = `${(new Date().getUTCMinutes() + 15) % 60} * * * *`;

/** A client that makes a cron job, and reads what comes of it by lists and by watches. */
async function schedule(url: string, afterCreate: () => Promise<void>): Promise<void> {
  const send = async (method: string, path: string, body?: object): Promise<string> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: JSON_TYPE };
    return (await fetch(new URL(path, url), { method, ...sent })).text();
  };
  await send('POST', 'api/v1/namespaces', { metadata: { name: NAMESPACE } });
  const leaving = new AbortController();
  const watches = await Promise.all(
    LISTS.map(async (path) => fetch(new URL(`${path}?watch=true`, url), { signal: leaving.signal })),
  );
  const ends = watches.map(async (watch) => watch.text().catch(() => undefined));
  await send('POST', `${BATCH}/cronjobs`, {
    metadata: { name: 'often' },
    spec: { schedule: SCHEDULE, jobTemplate: { spec: { template: TEMPLATE } } },
  });
  await send('POST', JOBS, { metadata: { name: 'own' }, spec: { template: TEMPLATE } });
  await afterCreate();
  await send('GET', `${BATCH}/cronjobs?watch=true&timeoutSeconds=2`);
  for (const path of LISTS) await send('GET', path);
  const [scheduled] = /often-\d+/.exec(await send('GET', JOBS)) ?? [];
  if (scheduled !== undefined) await send('GET', `${JOBS}/${scheduled}`);
  await send('GET', `${BATCH}/cronjobs/often`);
  await send('DELETE', `${BATCH}/cronjobs/often`, { propagationPolicy: 'Background' });
  await sleep(300);
  leaving.abort();
  await Promise.all(ends);
}

describe('a recorded cron job', () => {
  let folder: string;
  /** The minute came while this was recorded. */
  let came: ExchangeLog;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-cron-jobs-'));
    came = await recorded('came', letItRun);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function recorded(name: string, afterCreate: (server: Server) => Promise<void>): Promise<ExchangeLog> {
    await using server = await start();
    const out = join(folder, `${name}.jsonl`);
    const recording = await recordRedacted(server, out);
    await schedule(recording.url, () => afterCreate(server)).finally(() => recording.close());
    return readExchangeLog(out);
  }

  async function replayed(log: ExchangeLog, server: Server): Promise<HistoryComparison> {
    const { comparison, close } = await compareReplay(log, { url: server.url }, { namespace: 'again' });
    close();
    return comparison;
  }

  it('is replayed without a difference if its minute came in the recording alone', async () => {
    await using server = await start();
    const { differences, unsettled } = await replayed(came, server);
    expect(differences).toEqual([]);
    expect(unsettled.map(({ reason }) => reason)).toContain(REASON);
  });

  it('is replayed without a difference if its minute came in the replay alone', async () => {
    const log = await recorded('did-not-come', async () => undefined);
    await using server = await start();
    const made = new URL(`${BATCH.replace(NAMESPACE, 'again')}/cronjobs/often`, server.url);
    const [{ differences, unsettled }] = await Promise.all([
      replayed(log, server),
      (async () => {
        while (!(await fetch(made)).ok) await sleep(20);
        await letItRun(server);
      })(),
    ]);
    expect(differences).toEqual([]);
    expect(unsettled.map(({ reason }) => reason)).toContain(REASON);
  });

  it('does not hide that the job of a client gets no pods', async () => {
    await using server = await startReferenceServer('--controllers', 'off');
    const { differences } = await replayed(came, server);
    expect(differences.map(({ expected }) => expected)).toContain('pods that controllers made');
    expect(differences.map(({ expected }) => expected)).not.toContain('jobs that controllers made');
  });
});
