/**
 * Starts the reference server in a fraction of the time that loading its modules one by one takes: they are put together in one file, which is
 * kept under node_modules/.cache and made anew when any of them has changed. Plain JavaScript, so that nothing must be loaded to read it.
 *
 * A worked example: the first start reads 170 modules and writes server-<process>.mjs and the list of what it was made of; the next one
 * finds each file of the list as it was, and imports what is there.
 */
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ENTRY = fileURLToPath(new URL('main.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MADE = join(ROOT, 'node_modules', '.cache', 'plumbline', 'reference-server.json');
const OLD_MS = 60_000;

/** Path of the file that was made last, if it still is what the modules say. */
function kept() {
  try {
    const { file, inputs } = JSON.parse(readFileSync(MADE, 'utf8'));
    statSync(file);
    return Object.entries(inputs).every(([path, changed]) => statSync(path).mtimeMs === changed) ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the file. Packages stay where they are. */
async function make() {
  const { build } = await import('esbuild');
  const file = join(dirname(MADE), `server-${process.pid}-${Date.now()}.mjs`);
  const { metafile, outputFiles } = await build({
    entryPoints: [ENTRY], absWorkingDir: ROOT, outfile: file, bundle: true, write: false, metafile: true,
    platform: 'node', format: 'esm', target: 'node20', packages: 'external', logLevel: 'silent',
  });
  const inputs = Object.fromEntries(Object.keys(metafile.inputs).map((path) => [join(ROOT, path), statSync(join(ROOT, path)).mtimeMs]));
  mkdirSync(dirname(MADE), { recursive: true });
  writeFileSync(file, outputFiles[0].contents);
  // Others may start at the same time: each names a file of its own, and the list is put in place whole.
  writeFileSync(`${file}.json`, JSON.stringify({ file, inputs }));
  renameSync(`${file}.json`, MADE);
  forgetOld(dirname(MADE));
  return file;
}

/** What was made a while ago for modules that have changed since; a process that found it still good has long imported it. */
function forgetOld(directory) {
  for (const name of readdirSync(directory).filter((each) => each.startsWith('server-'))) {
    const path = join(directory, name);
    const made = statSync(path, { throwIfNoEntry: false });
    if (made !== undefined && Date.now() - made.mtimeMs > OLD_MS) rmSync(path, { force: true });
  }
}

/** Where nothing can be written, the modules are loaded one by one. */
async function entry() {
  const file = kept();
  if (file !== undefined) return file;
  try {
    return await make();
  } catch {
    await import('tsx');
    return ENTRY;
  }
}

await import(pathToFileURL(await entry()).href);
