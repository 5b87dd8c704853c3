import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom across top-level folders. A new edge is a design decision: ARCHITECTURE.md describes each. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: [],
  'reference-server': ['spec', 'fixtures/formats'],
  suites: ['spec', 'fixtures/formats'],
  proxy: ['spec', 'fixtures/formats'],
  reports: ['spec', 'fixtures/formats'],
  bench: ['spec', 'fixtures/formats'],
  package: ['spec', 'fixtures/formats'],
};

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** TypeScript files of the project: the tracked ones and the new ones that git does not ignore. */
function sources(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts'], {
    encoding: 'utf8',
  });
  return listed.split('\n').filter((file) => file.includes('/'));
}

function relativeImports(file: string): Edge[] {
  const text = readFileSync(file, 'utf8');
  const specifiers = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'(\.{1,2}\/[^']+)'/g);
  return [...specifiers].map(([, specifier]) => ({ from: file, to: normalize(join(dirname(file), specifier ?? '')) }));
}

function crossesUnlawfully({ from, to }: Edge): boolean {
  const folder = from.split('/')[0] ?? '';
  const allowed = MAY_IMPORT[folder] ?? [];
  return !to.startsWith(`${folder}/`) && !allowed.some((target) => to.startsWith(`${target}/`));
}

describe('architecture', () => {
  const edges = sources().flatMap(relativeImports);

  it('sees the import lines that it is there to judge', () => {
    expect(edges.length).toBeGreaterThan(20);
  });

  it('crosses a top-level folder boundary only to spec/ and fixtures/formats/', () => {
    expect(edges.filter(crossesUnlawfully)).toEqual([]);
  });

  it('keeps the store free of HTTP and of kinds', () => {
    const outward = edges.filter(
      ({ from, to }) => from.startsWith('reference-server/store/') && !to.startsWith('reference-server/store/'),
    );
    expect(outward).toEqual([]);
  });

  it('keeps checks and the oracle free of the network: they import neither target/ nor drivers/ values', () => {
    const outward = edges.filter(
      ({ from, to }) =>
        /^suites\/(oracle|checks)\//.test(from) &&
        /^suites\/(target|engine|cli)\//.test(to) &&
        !from.endsWith('.test.ts'),
    );
    expect(outward).toEqual([]);
  });
});
