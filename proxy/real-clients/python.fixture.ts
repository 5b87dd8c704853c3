import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The observations of Kubernetes' Python client. */
export interface PythonReport {
  readonly listed: readonly string[];
  readonly patched: Readonly<Record<string, string>>;
  /** Status of a replace with an outdated version. */
  readonly conflict: unknown;
  /** A generated name. */
  readonly generated: string;
  /** Base64 of a secret, as read back. */
  readonly password: string;
  readonly gone: unknown;
  readonly watched: readonly string[];
}

const PROGRAM = fileURLToPath(new URL('python3-kubernetes.py', import.meta.url));
/** The system's own interpreter, for which there is a package of the client, then the one on the path. */
const INTERPRETERS = ['/usr/bin/python3', 'python3'];

/** A Python with the client (on Debian and Ubuntu: apt-get install python3-kubernetes); `undefined` if none has it. */
export function pythonWithClient(): string | undefined {
  return INTERPRETERS.find(
    (python) => spawnSync(python, ['-c', 'import kubernetes'], { stdio: 'ignore' }).status === 0,
  );
}

/** Runs the program in `python3-kubernetes.py`. Rejects with its stderr if it fails. */
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
