import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testServer } from '../testing/server.fixture.ts';
import { PATIENCE_MS, isHere, run } from './client-process.fixture.ts';

const PYTHON = '/usr/bin/python3';
const SCRIPT = join(import.meta.dirname, 'python3-kubernetes.py');
const isInstalled = isHere('python3-kubernetes', PYTHON, '-c', 'import kubernetes');

it.skipIf(!isInstalled)(
  "python's client writes, pages, watches and reads errors",
  { timeout: PATIENCE_MS },
  async () => {
    await using server = await testServer();
    const { code, text } = await run(PYTHON, [SCRIPT, server.url]);
    expect([code, code === 0 ? '' : text]).toEqual([0, '']);
    const seen = JSON.parse(text) as { readonly pages: string[][]; readonly events: string[][] };
    expect(seen).toMatchObject({ replicas: 3, missing: [404, 'NotFound'], version: '7', nodes: 1 });
    expect(seen.pages.flat()).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(seen.pages.every((page) => page.length <= 2)).toBe(true);
    expect(seen.events.at(-1)).toEqual(['DELETED', 'b']);
  },
);
