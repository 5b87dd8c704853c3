import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ruleIndex } from './rule-index.ts';

it('exports each file of a rule under the name of its family and sentence, and no other file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-rules-'));
  try {
    mkdirSync(join(folder, 'media-types'));
    for (const file of [
      'media-types/b-is-a.rule.ts',
      'media-types/b-is-a.rule.test.ts',
      'media-types/cases.ts',
      'rule.ts',
    ])
      writeFileSync(join(folder, file), '');
    expect(ruleIndex(pathToFileURL(`${folder}/`))).toBe(
      `// Written by \`pnpm fresh\` from the names of the files.\nexport { rule as mediaTypesBIsA } from './media-types/b-is-a.rule.ts';\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
