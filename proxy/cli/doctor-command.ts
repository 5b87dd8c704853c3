import { Command } from 'commander';
import colors from 'picocolors';
import type { Finding } from '../doctor/diagnose.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { unreachableLine } from '../engine/upstream-error.ts';
import { print, printError } from './print.ts';
import type { UpstreamFlags } from './upstream-flags.ts';
import { serverUrl, upstreamOf, withUpstreamFlags } from './upstream-flags.ts';

const EXIT = { differs: 1, unreachable: 3 } as const;
const MARKS = { same: colors.green('✓ same'), differs: colors.red('✗ differs'), unsteady: colors.yellow('~ the server differs by itself'), 'not-offered': colors.dim('- not offered') } as const;
/** How much of what was seen is shown on each side. */
const SHOWN = 600;

/** `proxy doctor`: exit 0 where the proxy makes no difference, 1 where it does, 3 where the server cannot be reached. */
export function doctorCommand(): Command {
  const command = new Command('doctor')
    .description('Does each exchange of the fidelity table once directly and once through the recording proxy, and tells where what the two ends see differs. Changes nothing on the server.')
    .option('--target <url>', 'base URL of the server; default the one of the --kubeconfig', serverUrl)
    .option('--json', 'print the findings as JSON')
    .action(async (flags: UpstreamFlags & { readonly target?: URL; readonly json?: true }) => {
      const target = upstreamOf(flags.target, flags);
      const findings = await diagnose(target).catch((error: NodeJS.ErrnoException) => {
        if (error.syscall === undefined && error.code === undefined) throw error;
        printError(`error: ${unreachableLine(target.url, error)}; is the server running?`);
        process.exitCode = EXIT.unreachable;
        return undefined;
      });
      if (findings === undefined) return;
      print(flags.json === true ? JSON.stringify(findings, null, 2) : table(findings));
      if (findings.some(({ verdict }) => verdict === 'differs')) process.exitCode = EXIT.differs;
    });
  return withUpstreamFlags(command);
}

function table(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ row }) => row.length));
  const rows = findings.flatMap(({ row, verdict, direct, proxied }) => [`  ${row.padEnd(width)}  ${MARKS[verdict]}`, ...(verdict === 'differs' ? [side('direct', direct), side('through the proxy', proxied)] : [])]);
  const same = findings.filter(({ verdict }) => verdict === 'same').length;
  return [...rows, '', `${same} of ${findings.length} exchanges are the same through the proxy`].join('\n');
}

function side(name: string, seen: unknown): string {
  const text = JSON.stringify(seen) ?? 'nothing';
  return `    ${colors.dim(`${name}:`)} ${text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text}`;
}
