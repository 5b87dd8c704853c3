import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListeningProcess } from '../../shared/process/listening-line.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { matchPath } from '../../spec/surface/match-path.ts';
import { conformance } from '../self-tests/conformance-in-process.fixture.ts';
import { startListening } from '../self-tests/listening-process.ts';
import { Observer } from './observer.fixture.ts';

let folder: string;
let server: ListeningProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-kinds-'));
  server = await startListening('reference-server/cli/quick-start.mjs', '--port', '0');
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The resources that a run with these flags wrote to, except the namespaces of the run. */
async function writtenBy(
  name: string,
  ...flags: readonly string[]
): Promise<{ readonly resources: string[]; readonly report: Report }> {
  await using door = await Observer.before(server.url);
  const { exitCode } = await conformance(
    '--target',
    door.url,
    '--seed',
    '3',
    '--report-dir',
    join(folder, name),
    ...flags,
  );
  expect(exitCode).toBe(0);
  const written = door.seen
    .filter(({ method }) => method !== 'GET')
    .map(
      ({ method, target }) => matchPath(new URL(target, door.url).pathname)?.operations.get(method)?.resource ?? target,
    );
  return {
    resources: [...new Set(written)].filter((resource) => resource !== 'namespaces').sort(),
    report: JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8')) as Report,
  };
}

describe('--kinds', () => {
  it('bounds what a run writes: in its probes, its cases and its walks', { timeout: 240_000 }, async () => {
    const { resources, report } = await writtenBy(
      'configmaps',
      '--kinds',
      'configmaps',
      '--rules',
      'list,world,get,!*protobuf*',
      '--runs',
      '30',
    );
    expect(resources).toEqual(['configmaps']);
    expect(
      report.rules.flatMap(({ operations }) => operations).filter(({ verdict }) => verdict === 'passed').length,
    ).toBeGreaterThan(50);
  });

  it('probes only the controllers that its rules name', { timeout: 240_000 }, async () => {
    const { resources } = await writtenBy('pods', '--kinds', 'pods', '--rules', 'control-loops', '--runs', '1');
    expect(resources).toEqual(['pods']);
  });
});

describe('--rules', () => {
  it('bounds the probes to the kinds of its rules', { timeout: 240_000 }, async () => {
    const { resources } = await writtenBy('rules', '--rules', 'control-loops', '--runs', '1');
    expect(resources).toEqual(expect.arrayContaining(['deployments.apps', 'jobs.batch', 'pods']));
    expect(resources.filter((resource) => ['configmaps', 'secrets', 'services', 'events'].includes(resource))).toEqual(
      [],
    );
  });
});
