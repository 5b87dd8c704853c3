/**
 * Makes `dist/`, the content of the package: every program and library in plain JavaScript, and the types of the libraries.
 * `npm pack` runs it, also in a fresh clone.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
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

if (!existsSync(join(ROOT, 'node_modules/esbuild'))) installDependencies();
const { bundle } = await import('../shared/process/bundle.mjs');

await rm(DIST, { recursive: true, force: true });
for (const program of [...Object.values(PROGRAMS), ...LIBRARIES]) {
  const placed = (program.placed ?? []).map((entry) => [`MADE_${entry}`, `dist/${program.name}/${entry}.mjs`]);
  const made = Object.entries({ ...Object.fromEntries(placed), MADE_COMMAND: 'npx plumbline' });
  const define = Object.fromEntries(made.map(([name, value]) => [name, JSON.stringify(value)]));
  await bundle(program, { root: ROOT, folder: join(DIST, program.name), rewrite: forPackage, define });
}
for (const { name, types } of LIBRARIES) await copyTypes(types, join(DIST, name));

/** Its output goes to stderr: users take the name of the package from the stdout of `npm pack --silent`. */
function installDependencies() {
  const install = ['--yes', 'pnpm', 'install', '--frozen-lockfile'];
  const { status } = spawnSync('npx', install, { cwd: ROOT, stdio: ['ignore', process.stderr, process.stderr] });
  if (status === 0) return;
  process.stderr.write(`error: the package cannot be built: npx ${install.join(' ')} failed\n`);
  process.exit(1);
}

async function copyTypes(from, folder) {
  await mkdir(folder, { recursive: true });
  await copyFile(join(ROOT, from), join(folder, 'index.d.mts'));
}

/** Modules find files relative to the project, which is two folders above every file of `dist/`. */
function forPackage(path, source) {
  const place = `new URL(${JSON.stringify(`../../${relative(ROOT, path).replaceAll('\\', '/')}`)}, import.meta.url)`;
  return source.replaceAll('import.meta.url', `${place}.href`);
}
