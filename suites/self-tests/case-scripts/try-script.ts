import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import type { Report, VerdictLine } from '../../../shared/verdict-log/verdict-log.ts';
import type { Assignment } from '../../engine/run-config.ts';
import type { ReferenceControllers } from '../../engine/run/reference-request.ts';
import { ruleById } from '../../rules/index.ts';
import { controllersNeeded } from '../../rules/needs.ts';
import { openTarget } from '../judge-target.ts';
import { whereItShows } from '../kill-matrix/where-it-shows.ts';
import { verdictLogOf } from '../verdict-log-of.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The server with a fault, and servers without it. */
export interface ScriptServers {
  readonly url: string;
  readonly reference: (controllers: ReferenceControllers) => Promise<string>;
  /** Short name of the run, a DNS label. */
  readonly run: string;
  /** Folder that keeps the verdict log and the script of each fault; by default nothing is kept. */
  readonly keep?: string;
}

/** The result of a fault's script. */
export type ScriptOutcome =
  /** The script exits 1 on the server with the fault and 0 on one without. */
  | { readonly kind: 'shows' }
  /** The script has another exit code; with its output. */
  | { readonly kind: 'wrong'; readonly onFault: ScriptEnd; readonly onReference: ScriptEnd }
  /** There is no script, with the reason. */
  | { readonly kind: 'none'; readonly why: string };

interface ScriptEnd {
  readonly exitCode: number;
  readonly printed: string;
}

/**
 * Judges a server with one fault by the rule that it names, makes the script of the failure, and runs it on that
 * server and on one without the fault.
 */
export async function tryScript(fault: MeasuredFault, place: ScriptServers): Promise<ScriptOutcome> {
  if (place.keep !== undefined) return tried(fault, place, resolve(place.keep, fault.name));
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-script-'));
  try {
    return await tried(fault, place, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function tried(fault: MeasuredFault, place: ScriptServers, folder: string): Promise<ScriptOutcome> {
  const { caughtBy } = fault;
  const log = await evidence(fault, place, folder);
  if (log === undefined) return { kind: 'none', why: 'its rule did not fail' };
  await makeReports(log, folder);
  const report: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'));
  const [cause] = report.causes ?? [];
  if (cause?.script === undefined) return { kind: 'none', why: cause?.noScript ?? 'the report has no cause' };
  const { script } = cause;
  const rule = ruleById(caughtBy);
  const [controller] = rule === undefined ? [] : controllersNeeded(rule);
  const sound = await place.reference(controller === undefined ? 'cleanup' : 'on');
  const [onFault, onReference] = await Promise.all([ended(script, place.url), ended(script, sound)]);
  return onFault.exitCode === 1 && onReference.exitCode === 0
    ? { kind: 'shows' }
    : { kind: 'wrong', onFault, onReference };
}

/** The verdict log of the fault's first failure, or the log that was kept; `undefined` if its rule did not fail. */
async function evidence(fault: MeasuredFault, place: ScriptServers, folder: string): Promise<string | undefined> {
  const { caughtBy } = fault;
  const kept = join(folder, 'verdicts.jsonl');
  if (existsSync(kept)) return readFile(kept, 'utf8');
  const verdicts = await judged(caughtBy, whereItShows(fault), place, folder);
  const failed = verdicts.filter(({ rule, verdict }) => rule === caughtBy && verdict === 'failed');
  return failed.length === 0
    ? undefined
    : verdictLogOf({ target: place.url, dialect: 'spec', seed: 1 }, failed.slice(0, 1));
}

/** Judges the rule on the operation on which it is known to fail, then on its others, until it fails. */
async function judged(
  id: string,
  known: string | undefined,
  place: ScriptServers,
  reportDirectory: string,
): Promise<VerdictLine[]> {
  const rule = ruleById(id);
  const operations = rule?.operations.map((operation) => operation.id) ?? [];
  const inOrder = [...operations.filter((each) => each === known), ...operations.filter((each) => each !== known)];
  const pairs = inOrder.map((operation): Assignment => ({ rule: id, operation }));
  const { url, run, reference } = place;
  const target = await openTarget(url, {
    run,
    assignments: pairs,
    concurrency: 1,
    // As long as a run shrinks the first cause of a rule.
    shrinkMs: 10_000,
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
function ended(path: string, url: string): Promise<ScriptEnd> {
  return new Promise((resolve) => {
    const env = { ...process.env, TARGET: url };
    execFile('sh', [path], { env, timeout: 120_000 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, printed: `${stdout}${stderr}`.trim() });
    });
  });
}
