import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SCRIPT = join(import.meta.dirname, 'kubectl-suite.sh');
const run = promisify(execFile);

/** The result of one function of kubectl's own tests. */
export interface SuiteFunction {
  readonly name: string;
  /** Checks that passed; functions without checks count by reaching their end. */
  readonly passed: number;
  /** Checks and commands that failed. */
  readonly failed: number;
  /** The first of those, each by its file, line and command. */
  readonly first: readonly string[];
}

/** Starts a server over TLS for the tests, which read its certificate from the folder for temporary files. */
export type StartServer = (certificate: string, key: string) => Promise<{ readonly port: number } & AsyncDisposable>;

/** Runs kubectl's own integration tests from a tree of the Kubernetes source. */
export async function runSuite(source: string, kubectl: string, start: StartServer): Promise<readonly SuiteFunction[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-kubectl-suite-'));
  try {
    await using server = await start(join(folder, 'apiserver.crt'), join(folder, 'apiserver.key'));
    const call = (...names: readonly string[]): Promise<{ readonly stdout: string }> =>
      run('bash', [SCRIPT, source, kubectl, String(server.port), folder, ...names], {
        env: { ...process.env, TMPDIR: folder },
        maxBuffer: 1 << 24,
      });
    const names = (await call()).stdout.split('\n').filter((name) => name !== '');
    const { stdout } = await call(...names);
    return stdout.split('\n').flatMap((line): SuiteFunction[] => {
      const [name = '', passed, failed] = line.split(' ');
      if (!names.includes(name)) return [];
      return [{ name, passed: Number(passed), failed: Number(failed), first: failuresIn(join(folder, `${name}.log`)) }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The most failures of a function that are listed. */
const MOST_LISTED = 4;
const LONGEST = 160;

function failuresIn(log: string): string[] {
  const failures = readFileSync(log, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('failed: '))
    .map((line) => line.slice('failed: '.length).slice(0, LONGEST));
  return [...new Set(failures)].slice(0, MOST_LISTED);
}
