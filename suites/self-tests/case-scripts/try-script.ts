import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { Assignment } from '../../engine/run-config.ts';
import type { Controllers } from '../../engine/run/reference-request.ts';
import { RULES } from '../../rules/index.ts';
import { loopsNeeded } from '../../rules/needs.ts';
import { openTarget } from '../judge-target.ts';
import { verdictLogOf } from '../verdict-log-of.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The server with a fault, and servers without it. */
export interface Place {
  readonly url: string;
  readonly reference: (controllers: Controllers) => Promise<string>;
  /** Short name of the run, a DNS label. */
  readonly run: string;
}

/** The result of a fault's script. */
export type Outcome =
  /** It exits 1 on the server with the fault and 0 on one without. */
  | { readonly kind: 'shows' }
  /** It ends wrongly; with its output. */
  | { readonly kind: 'wrong'; readonly onFault: Ended; readonly onReference: Ended }
  /** There is no script, with the reason. */
  | { readonly kind: 'none'; readonly why: string };

export interface Ended {
  readonly exitCode: number;
  readonly printed: string;
}

/**
 * Judges a server with one fault by the rule that it names, makes the script of the failure, and runs it on that
 * server and on one without the fault.
 */
export async function tryScript({ caughtBy, fires }: MeasuredFault, place: Place): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-script-'));
  try {
    const verdicts = await judged(caughtBy, fires[caughtBy], place, folder);
    const failed = verdicts.filter(({ rule, verdict }) => rule === caughtBy && verdict === 'failed');
    const [violation] = failed.flatMap(({ violations }) => violations);
    if (violation === undefined) return { kind: 'none', why: 'its rule did not fail' };
    const log = verdictLogOf({ target: place.url, dialect: 'spec', seed: 1 }, failed.slice(0, 1));
    await makeReports(log, folder);
    const written = await readdir(join(folder, 'cases')).catch(() => []);
    const script = written.find((name) => name.endsWith('.sh'));
    if (script === undefined)
      return {
        kind: 'none',
        why:
          violation.reference === undefined
            ? 'the reference server was not sent the case'
            : 'no difference that a script sees',
      };
    const path = join(folder, 'cases', script);
    const rule = RULES.find(({ id }) => id === caughtBy);
    const [loop] = rule === undefined ? [] : loopsNeeded(rule);
    const sound = await place.reference(loop === undefined ? 'cleanup' : 'on');
    const [onFault, onReference] = await Promise.all([ended(path, place.url), ended(path, sound)]);
    return onFault.exitCode === 1 && onReference.exitCode === 0
      ? { kind: 'shows' }
      : { kind: 'wrong', onFault, onReference };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Judges the rule on the operation on which it is known to fail, then on its others, until it fails. */
async function judged(
  id: string,
  known: string | undefined,
  place: Place,
  reportDirectory: string,
): Promise<VerdictLine[]> {
  const rule = RULES.find((each) => each.id === id);
  const operations = rule?.operations.map((operation) => operation.id) ?? [];
  const inOrder = [...operations.filter((each) => each === known), ...operations.filter((each) => each !== known)];
  const pairs = inOrder.map((operation): Assignment => ({ rule: id, operation }));
  const { url, run, reference } = place;
  const target = await openTarget(url, {
    run,
    assignments: pairs,
    concurrency: 1,
    shrinkMs: 3_000,
    reference,
    reportDirectory,
  });
  try {
    const first = await target.judge(pairs.slice(0, 1), { runs: 100, bail: true });
    if (first.some(({ verdict }) => verdict === 'failed') || pairs.length === 1) return first;
    return await target.judge(pairs.slice(1), { runs: 100, bail: true });
  } finally {
    await target.close();
  }
}

/** Makes the reports of a verdict log, with the scripts beside them. */
async function makeReports(log: string, folder: string): Promise<void> {
  const reports = spawn(
    process.execPath,
    ['reports/cli/quick-start.mjs', 'live', '--report-dir', folder, '--reporter', 'json'],
    { cwd: ROOT, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  reports.stdin.end(log);
  const complaint = await text(reports.stderr);
  if (complaint !== '') throw new Error(complaint);
}

/** Runs a script to its end, for at most two minutes. */
function ended(path: string, url: string): Promise<Ended> {
  return new Promise((resolve) => {
    const env = { ...process.env, TARGET: url };
    execFile('sh', [path], { env, timeout: 120_000 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, printed: `${stdout}${stderr}`.trim() });
    });
  });
}
