import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { runProgramOfLines } from './command-line.ts';
import type { ClientCommands } from './measured-client.ts';

const SCRIPT = join(import.meta.dirname, 'python3-kubernetes.py');

/** The official Python client of that Python. */
export function python3Kubernetes(python: string): ClientCommands {
  const version = execFileSync(python, ['-c', 'import kubernetes; print(kubernetes.__version__)'], {
    encoding: 'utf8',
  });
  return {
    name: 'python3-kubernetes',
    version: version.trim(),
    run: (url) => runProgramOfLines(python, [SCRIPT, url]),
  };
}
