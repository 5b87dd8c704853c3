import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile } from './replace-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plumbline-replace-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('replaceFile', () => {
  it('writes a text over another', async () => {
    const path = join(folder, 'report.json');
    await replaceFile(path, 'first');
    await replaceFile(path, 'second');
    expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['second', ['report.json']]);
  });

  it.runIf(process.platform === 'linux')('writes to pipes and devices, and keeps them', async () => {
    await replaceFile('/dev/null', 'text');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    await expect(replaceFile('/dev/full', 'text')).rejects.toMatchObject({ code: 'ENOSPC' });
  });

  it.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'leaves the old file, and nothing else, on a full disk',
    async () => {
      if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).status !== 0) return;
      const path = join(folder, 'report.json');
      writeFileSync(path, 'before');
      await expect(replaceFile(path, 'x'.repeat(128 * 1024))).rejects.toMatchObject({ code: 'ENOSPC' });
      expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['before', ['report.json']]);
      execFileSync('umount', ['-l', folder]);
    },
  );
});
