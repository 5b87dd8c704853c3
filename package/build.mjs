/**
 * Makes `dist/`, the content of the package: every program and library in plain JavaScript, and the types of the libraries.
 * `npm pack` runs it.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '../shared/process/bundle.mjs';
import { PROGRAMS } from '../shared/process/programs.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(ROOT, 'dist');

/** The libraries for users, with hand-written types that import nothing. */
const LIBRARIES = [
  { name: 'judge', entries: { index: 'package/judge.ts' }, types: 'package/plumbline.d.ts' },
  {
    name: 'reference-server-library',
    entries: { index: 'reference-server/embed/start-reference-server.ts' },
    split: true,
    types: 'reference-server/embed/reference-server.d.ts',
  },
  {
    name: 'recording',
    entries: { index: 'proxy/record-to/index.ts' },
    split: true,
    types: 'proxy/record-to/recording.d.ts',
  },
];

await rm(DIST, { recursive: true, force: true });
for (const program of [...Object.values(PROGRAMS), ...LIBRARIES]) {
  const placed = (program.placed ?? []).map((entry) => [`MADE_${entry}`, `dist/${program.name}/${entry}.mjs`]);
  const made = Object.entries({ ...Object.fromEntries(placed), MADE_COMMAND: 'npx plumbline' });
  const define = Object.fromEntries(made.map(([name, value]) => [name, JSON.stringify(value)]));
  await bundle(program, { root: ROOT, folder: join(DIST, program.name), rewrite: forPackage, define });
}
for (const { name, types } of LIBRARIES) await copyTypes(types, join(DIST, name));

async function copyTypes(from, folder) {
  await mkdir(folder, { recursive: true });
  await copyFile(join(ROOT, from), join(folder, 'index.d.mts'));
}

/** Modules find files relative to the project, which is two folders above every file of `dist/`. */
function forPackage(path, source) {
  const place = `new URL(${JSON.stringify(`../../${relative(ROOT, path).replaceAll('\\', '/')}`)}, import.meta.url)`;
  return source.replaceAll('import.meta.url', `${place}.href`);
}
