import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesOf, type Import, importsOf, sources } from './source-imports.ts';

/** The allowed imports across top-level folders. A new edge is a design decision: ARCHITECTURE.md describes each. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  shared: [],
  'reference-server': ['spec', 'shared'],
  suites: ['spec', 'shared'],
  proxy: ['spec', 'shared'],
  reports: ['spec', 'shared'],
  bench: ['spec', 'shared'],
  package: ['spec', 'shared'],
};

/** Folders of one part, from the lowest to the highest: files never import from a folder above theirs. Tests may. */
const LAYERS: readonly (readonly string[])[] = [
  ['proxy/engine', 'proxy/record'],
  ['proxy/log', 'proxy/diff', 'proxy/replay', 'proxy/cli'],
  ['reference-server/patch', 'reference-server/objects', 'reference-server/http'],
  ['reference-server/resources', 'reference-server/http'],
  ['reports/read', 'reports/render'],
  ['suites/checks', 'suites/rules', 'suites/engine', 'suites/cli'],
  ['suites/generators', 'suites/rules'],
  ['suites/oracle/values', 'suites/oracle/exchanges', 'suites/oracle/state', 'suites/oracle/linearizability'],
  ['reference-server/resources/values', 'reference-server/resources/validation', 'reference-server/resources/kinds'],
  ['values', 'exchanges', 'races', 'compare', 'causes', 'report'].map((name) => `proxy/diff/${name}`),
  ['removal', 'namespaces', 'cases', 'probing'].map((name) => `suites/drivers/${name}`),
  ['server', 'sending', 'waits', 'steps'].map((name) => `proxy/replay/${name}`),
  ['history', 'effort', 'sending', 'shrinking', 'repeating', 'verdicts'].map((name) => `suites/engine/judging/${name}`),
];

/** Libraries that `package/build.mjs` bundles for users; nothing here imports them. */
const LIBRARIES: ReadonlySet<string> = new Set([
  'proxy/record-to/index.ts',
  'reference-server/embed/start-reference-server.ts',
]);

/** A file of code that a page or a comment names. `informer.test.ts` is one that readers make. */
const FILE_NAME = /`(?!informer\.test)([a-z0-9][a-z0-9._/-]*\.(?:ts|mjs))`/g;

type Edge = Pick<Import, 'from' | 'to'>;

const isTest = (file: string): boolean => /\.(?:test|fixture)\.ts$/.test(file);

/** Files that only list the contents of the folders below them. The listed files use the vocabulary beside the list. */
const LISTS = /(?:^|\/)(?:index|listings|registry|owners|every-rule\.generated)\.ts$/;

/**
 * Folders whose own files are the vocabulary of their subfolders and also put the subfolders together: an open debt.
 * Everywhere else a subfolder may use its folder, or the folder its subfolder, but not both.
 */
const MIXED: ReadonlySet<string> = new Set(['reference-server/http', 'suites/oracle']);

/** An import between one of these folders and a subfolder of it. */
function isMixed({ from, to }: Edge): boolean {
  const [outer = '', inner = ''] = [dirname(from), dirname(to)].sort((a, b) => a.length - b.length);
  return MIXED.has(outer) && inner.startsWith(`${outer}/`);
}

/** `suites/oracle` of `suites/oracle/merge/json-patch.ts`. */
function roomOf(file: string): string {
  return dirname(file).split('/').slice(0, 2).join('/');
}

/**
 * The edges of circles: those left when edges to ends and from beginnings are taken away for as long as there are any.
 */
function circlesOf(edges: readonly Edge[]): readonly Edge[] {
  const importing = new Set(edges.map(({ from }) => from));
  const imported = new Set(edges.map(({ to }) => to));
  const rest = edges.filter(({ from, to }) => importing.has(to) && imported.has(from));
  return rest.length === edges.length ? edges : circlesOf(rest);
}

function crossesUnlawfully({ from, to }: Edge): boolean {
  const folder = from.split('/')[0] ?? '';
  const allowed = MAY_IMPORT[folder] ?? [];
  return !to.startsWith(`${folder}/`) && !allowed.some((target) => to.startsWith(`${target}/`));
}

describe('architecture', () => {
  const edges: readonly Edge[] = sources()
    .flatMap(importsOf)
    .filter(({ to }) => to.includes('/') && to.endsWith('.ts'));

  it('sees the import lines that it judges', () => {
    expect(edges.length).toBeGreaterThan(20);
  });

  it('names only existing files in pages and comments', () => {
    const files = filesOf('*.ts', '*.mjs', '*.md');
    const named = files
      .filter((file) => file !== 'CHANGELOG.md')
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(FILE_NAME)].map(([, name = '']) => ({ file, name })));
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter(({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });

  it('crosses a top-level folder boundary only to spec/ and shared/', () => {
    expect(edges.filter(crossesUnlawfully)).toEqual([]);
  });

  /** Published types import no code, so `.d.ts` files are below everything, wherever they stand. */
  const between = edges.filter(
    (edge) => !isTest(edge.from) && !LISTS.test(edge.from) && !edge.to.endsWith('.d.ts') && !isMixed(edge),
  );

  it.each([
    ['files', String, edges],
    ['folders', dirname, between],
    ['rooms of a part', roomOf, between],
  ] as const)('has no circle of %s', (_, of, among) => {
    const drawn = among.map(({ from, to }) => ({ from: of(from), to: of(to) })).filter(({ from, to }) => from !== to);
    expect(circlesOf(drawn)).toEqual([]);
  });

  it('imports fixtures into tests and other fixtures only', () => {
    expect(edges.filter(({ from, to }) => to.endsWith('.fixture.ts') && !isTest(from))).toEqual([]);
  });

  it('names each file a fixture that only tests import', () => {
    const files = new Set(sources());
    const used = new Set(edges.filter(({ from }) => !isTest(from)).map(({ to }) => to));
    const tested = new Set(edges.map(({ to }) => to).filter((file) => files.has(file) && !isTest(file)));
    expect([...tested].filter((file) => !used.has(file) && !LIBRARIES.has(file))).toEqual([]);
  });

  it('keeps the inner layers of each part apart', () => {
    const isBelow = (folder: string, file: string): boolean => file.startsWith(`${folder}/`);
    const pairs = LAYERS.flatMap((layers) =>
      layers.flatMap((lower, index) => layers.slice(index + 1).map((upper) => ({ lower, upper }))),
    );
    const upward = pairs.flatMap(({ lower, upper }) =>
      edges.filter(({ from, to }) => isBelow(lower, from) && isBelow(upper, to) && !isTest(from)),
    );
    expect(upward).toEqual([]);
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
        /^suites\/(oracle|checks)\//.test(from) && /^suites\/(target|drivers|engine|cli)\//.test(to) && !isTest(from),
    );
    expect(outward).toEqual([]);
  });
});
