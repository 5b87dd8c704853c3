import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** What the Kubernetes client of Python saw. */
export interface PythonReport {
  readonly listed: readonly string[];
  readonly patched: Readonly<Record<string, string>>;
  /** Status of a replace that carried a version of before another write. */
  readonly conflict: unknown;
  /** A name that the server made. */
  readonly generated: string;
  /** Base64 of a secret, as it was read back. */
  readonly password: string;
  readonly gone: unknown;
  readonly watched: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('python3-kubernetes.py', import.meta.url));
/** The system's own, for which there is a package of the client, then whichever the path has. */
const INTERPRETERS = ['/usr/bin/python3', 'python3'];

/** A Python that has the client (on Debian and Ubuntu: apt-get install python3-kubernetes); `undefined` where none has. */
export function pythonWithClient(): string | undefined {
  return INTERPRETERS.find(
    (python) => spawnSync(python, ['-c', 'import kubernetes'], { stdio: 'ignore' }).status === 0,
  );
}

/** Runs the program in `python3-kubernetes.py`. Rejects with what it wrote to stderr where it fails. */
export async function runPython(python: string, url: string): Promise<PythonReport> {
  const child = spawn(python, ['-W', 'ignore', PROGRAM, url], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`python ended with ${code}: ${errors}`);
  return JSON.parse(output) as PythonReport;
}
