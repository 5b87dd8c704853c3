import { Command } from 'commander';
import pc from 'picocolors';
import { openFlowingLog } from '../log/flowing-log.ts';
import { recordingStats } from '../stats/recording-stats.ts';
import { renderStats } from '../stats/render-stats.ts';
import { print, printError } from './print.ts';

/** `proxy stats`: counts the contents of a recording. */
export function statsCommand(): Command {
  return new Command('stats')
    .description('Counts the contents of a recording: exchanges by path and status, latencies, watch events, ends.')
    .argument('<file>', 'exchange log')
    .option('--json', 'print it as JSON')
    .action(async (file: string, { json }: { readonly json?: true }) => {
      const stats = await recordingStats(await openFlowingLog(file));
      if (stats.torn !== undefined) printError(stats.torn);
      print(
        json === true
          ? JSON.stringify(stats, null, 2)
          : renderStats(stats, { colour: process.stdout.isTTY && pc.isColorSupported }),
      );
    });
}
