import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { casePath } from '../../engine/run/case-path.ts';
import { removeFormerCases } from './former-cases.ts';

const OPERATION = 'PUT /api/v1/namespaces/{namespace}/pods/{name}';

describe('the cases of earlier runs in a report folder', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plumbline-former-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are removed with their scripts, and nothing else is', async () => {
    const former = casePath(folder, 'replace/stale-version-is-refused', OPERATION, '0123456789ab');
    const own = casePath(folder, 'delete/removes-the-object', OPERATION, 'ba9876543210');
    const foreign = [
      'notes.md',
      'my-case.json',
      'replace--stale-version-is-refused-0123456789ab.json',
      'replace--stale-version-is-refused-0123456789ab-0a1b2c.json.bak',
      'my replace--stale-version-is-refused-0123456789ab-0a1b2c.json',
    ];
    const cases = join(folder, 'cases');
    await mkdir(join(cases, 'replace--folder-0123456789ab-0a1b2c.json'), { recursive: true });
    await symlink('notes.md', join(cases, 'replace--link-0123456789ab-0a1b2c.json'));
    for (const path of [former, own].flatMap((each) => [each, each.replace(/json$/, 'sh')])) await writeFile(path, '');
    for (const name of foreign) await writeFile(join(cases, name), '');
    await removeFormerCases(folder, [own]);
    expect((await readdir(cases)).toSorted()).toEqual(
      [
        ...foreign,
        'replace--folder-0123456789ab-0a1b2c.json',
        'replace--link-0123456789ab-0a1b2c.json',
        own.slice(cases.length + 1),
      ].toSorted(),
    );
  });

  it('need no folder', async () => {
    await expect(removeFormerCases(join(folder, 'nowhere'), [])).resolves.toBeUndefined();
  });
});
