import { Command, Option } from 'commander';
import colors from 'picocolors';
import { diagnose, type RowFinding } from '../doctor/diagnose.ts';
import { DOCTOR_ROWS } from '../doctor/rows.ts';
import type { Upstream } from '../engine/upstream.ts';
import { UnreachableError } from '../replay/server/unreachable-error.ts';
import { duration } from '../../shared/flags/flag-parsers.ts';
import { print, printError } from './print.ts';
import { serverUrl, type UpstreamFlags, upstreamOf, withUpstreamFlags } from './upstream-flags.ts';

const EXIT = { differs: 1, unreachable: 3 } as const;
const SIGNS = {
  same: colors.green('✓ same'),
  differs: colors.red('✗ differs'),
  unsteady: colors.yellow('~ the server differs by itself'),
  'not-offered': colors.dim('- not offered'),
  'no-answer': colors.yellow('- the server gives no response'),
} as const;
/** Characters of evidence that are printed for each side. */
const SHOWN = 600;
const WIDTH = Math.max(...DOCTOR_ROWS.map(({ name }) => name.length));

interface DoctorFlags extends UpstreamFlags {
  readonly target?: URL;
  /** Milliseconds. */
  readonly timeout: number;
  readonly json?: true;
}

/**
 * `proxy doctor`: exit 0 if the proxy makes no difference, 1 if it does, 3 if the server cannot be reached or stops
 * responding.
 */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description(
      'Sends each exchange of the fidelity table once directly and once through the recording proxy, and shows every difference. Changes nothing on the server.',
    )
    .option('--target <url>', 'base URL of the server; default the one of the --kubeconfig', serverUrl)
    .addOption(
      new Option('--timeout <duration>', 'time limit for one response').default(5000, '5s').argParser(duration),
    )
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      '\nExit codes: 0 no difference, 1 a difference, 2 usage, 3 a server that cannot be reached, never responds, stops responding or is no Cluster Resource API.',
    )
    .action(async (flags: DoctorFlags) => {
      process.exitCode = await examine(upstreamOf(flags.target, flags), flags);
    });
  return withUpstreamFlags(command);
}

/** Prints each finding as it comes, and resolves with the exit code. */
async function examine(target: Upstream, { timeout, json }: DoctorFlags): Promise<number> {
  const show = json === true ? () => undefined : printFinding;
  printError(
    `comparing ${DOCTOR_ROWS.length} kinds of exchanges with ${target.url.origin}, directly and through the proxy`,
  );
  const findings: RowFinding[] = [];
  let stopped: string | undefined;
  try {
    for await (const finding of diagnose(target, { timeoutMs: timeout })) {
      findings.push(finding);
      show(finding);
    }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    stopped = error.message;
  }
  if (json === true && findings.length > 0) print(JSON.stringify(findings, null, 2));
  else if (findings.length > 0) print(`\n${summaryOf(findings)}`);
  if (stopped !== undefined) printError(`error: ${stopped}`);
  return findings.some(({ verdict }) => verdict === 'differs')
    ? EXIT.differs
    : stopped === undefined
      ? 0
      : EXIT.unreachable;
}

function printFinding({ row, verdict, direct, proxied }: RowFinding): void {
  print(`  ${row.padEnd(WIDTH)}  ${SIGNS[verdict]}`);
  if (verdict !== 'differs') return;
  print(side('direct', direct));
  print(side('through the proxy', proxied));
}

function summaryOf(findings: readonly RowFinding[]): string {
  const same = findings.filter(({ verdict }) => verdict === 'same').length;
  return `${same} of ${DOCTOR_ROWS.length} exchanges are the same through the proxy`;
}

function side(name: string, seen: unknown): string {
  const text = JSON.stringify(seen) ?? 'nothing';
  return `    ${colors.dim(`${name}:`)} ${text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text}`;
}
