import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv, type SchemaObject } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDS_WITH_PARENT } from '../../shared/process/ends-with-parent.ts';
import { type ListeningProcess, untilListening } from '../../shared/process/listening-line.ts';
import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import { readReport } from '../read/read-report.ts';
import { exampleLog } from '../tally/example-log.fixture.ts';
import { fold } from '../tally/fold.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SCHEMA = JSON.parse(readFileSync(new URL('../../docs/report.schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv({ allErrors: true, formats: { 'date-time': (text) => !Number.isNaN(Date.parse(text)) } });
/** The schema itself, and a strict one that rejects undescribed members. */
const VALIDATORS = [SCHEMA, closed(SCHEMA)].map((schema) => ajv.compile(schema));

function closed(schema: SchemaObject): SchemaObject {
  const text = JSON.stringify(schema, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'required' in value && !('additionalProperties' in value)
      ? { ...value, additionalProperties: false }
      : value,
  );
  return JSON.parse(text) as SchemaObject;
}

function problemsOf(report: unknown): unknown[] {
  const json: unknown = JSON.parse(JSON.stringify(report));
  return VALIDATORS.flatMap((validate) => (validate(json) ? [] : (validate.errors ?? [])));
}

/** The report of a run on this target, whatever its exit code. */
function judged(folder: string, ...args: readonly string[]): Promise<Report> {
  const all = [...ENDS_WITH_PARENT, 'suites/cli/quick-start.mjs', ...args, '--runs', '3', '--report-dir', folder];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, all, { cwd: ROOT, maxBuffer: 2 ** 26 }, () => {
      readReport(join(folder, 'report.json')).then(resolve, reject);
    });
  });
}

describe('docs/report.schema.json', () => {
  let folder: string;
  let faulty: ListeningProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-schema-'));
    const args = ['proxy/cli/quick-start.mjs', 'faults', '--fault', 'stale-put-accepted', '--port', '0'];
    faulty = await untilListening(
      spawn(process.execPath, [...ENDS_WITH_PARENT, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] }),
      'proxy faults',
    );
  });

  afterAll(async () => {
    await faulty[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  it('describes every member of the report of a faulty server, its causes and scripts included', async () => {
    const out = join(folder, 'failing');
    const rules = ['--rules', 'replace/stale-version-is-refused', '--kinds', 'configmaps'];
    const report = await judged(out, '--target', faulty.url, ...rules);
    expect(problemsOf(report)).toEqual([]);
    const [cause] = report.causes;
    expect(cause).toMatchObject({
      impact: 'data',
      weight: 4,
      rule: 'replace/stale-version-is-refused',
      explains: [{ rule: 'replace/stale-version-is-refused' }],
    });
    expect(await readFile(cause?.script ?? '', 'utf8')).toContain('curl');
    expect(report.plumbline).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('describes the report of a server that conforms, and of one that cannot be judged', async () => {
    const passing = await judged(join(folder, 'passing'), '--rules', 'get', '--kinds', 'configmaps');
    const unreachable = await judged(join(folder, 'unreachable'), '--target', 'http://127.0.0.1:1');
    expect([passing, unreachable].flatMap(problemsOf)).toEqual([]);
    expect([passing, unreachable].map(({ verdict, causes }) => [verdict, causes])).toEqual([
      ['passed', []],
      ['blocked', []],
    ]);
  });

  it('describes the report of an interrupted run', () => {
    expect(problemsOf(fold(exampleLog().filter(({ kind }) => kind !== 'done')))).toEqual([]);
  });

  it('finds a missing member and a member of another type', () => {
    const { causes: _, ...without } = fold(exampleLog());
    expect(problemsOf(without)).not.toEqual([]);
    expect(problemsOf({ ...fold(exampleLog()), requests: 'many' })).not.toEqual([]);
  });

  it('a report of version 1 is read, and its causes are found again; a newer one is refused with the version that reads it', async () => {
    const { causes, ...former } = fold(exampleLog());
    const file = join(folder, 'report.json');
    await writeFile(file, JSON.stringify({ ...former, schemaVersion: 1 }));
    expect(await readReport(file)).toMatchObject({ schemaVersion: 2, causes });
    await writeFile(file, JSON.stringify({ ...former, schemaVersion: 3, plumbline: '9.1.0' }));
    const child = spawn(process.execPath, [join(ROOT, 'reports/cli/quick-start.mjs'), 'show', file]);
    const stderr: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(Buffer.concat(stderr).toString()).toBe(
      `error: ${file}: schemaVersion 3 is newer than 2, which this version reads; read it with the Plumbline that wrote it (9.1.0) (pnpm report --help lists all commands)\n`,
    );
  });
});
