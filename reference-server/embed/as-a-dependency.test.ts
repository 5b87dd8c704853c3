import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program with watches open, loops at work and an answer that is held when it closes its server, twice. */
const PROGRAM = `
import { startReferenceServer } from 'plumbline/reference-server';
import type { Fault, ReferenceServer, ReferenceServerOptions } from 'plumbline/reference-server';

const late: Fault = { fault: 'delay', milliseconds: 3_600_000 };
const options: ReferenceServerOptions = { controlLoops: true, intercept: ({ path }) => (path === '/late' ? late : undefined) };
const server: ReferenceServer = await startReferenceServer(options);
const watch = await fetch(server.url + '/api/v1/pods?watch=true');
const ended: Promise<string> = watch.text();
const abandoned = new AbortController();
const held = fetch(server.url + '/late', { signal: abandoned.signal }).catch(() => 'abandoned');
await server.clock.advance(60_000);
abandoned.abort();
await held;
await server.close();
await server.close();
await ended;
console.log('over');
`;

const COMPILER_OPTIONS = { strict: true, module: 'nodenext', noEmit: true, target: 'es2023', lib: ['es2023', 'dom'], types: [] };

describe('the embedded server as a dependency of another package', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-embed-'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/plumbline'), 'dir');
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'program.ts'), PROGRAM);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('leaves nothing behind that keeps the process alive, and says nothing', { timeout: 60_000 }, () => {
    const loader = join(ROOT, 'node_modules/tsx/dist/esm/index.mjs');
    const output = execFileSync(process.execPath, ['--throw-deprecation', '--import', loader, join(folder, 'program.ts')], { encoding: 'utf8', timeout: 50_000, stdio: ['ignore', 'pipe', 'inherit'] });
    expect(output).toBe('over\n');
  });

  it('has types for whatever the options of a compiler', { timeout: 60_000 }, () => {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['program.ts'] }));
    const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});
