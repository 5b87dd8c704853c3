import { Command } from 'commander';
import { redacting } from '../../shared/exchange-log/redaction.ts';
import { prune } from '../edit/prune.ts';
import { redactedLines } from '../edit/redacted-lines.ts';
import { curlScript } from '../export/curl-script.ts';
import { harText } from '../export/export-har.ts';
import { importHar } from '../export/import-har.ts';
import { openFlowingLog } from '../log/flowing-log.ts';
import { openIndexedLog } from '../log/indexed-log.ts';
import { writeNewLog } from '../log/write-new-log.ts';
import { writeWhole } from '../log/write-whole.ts';
import { checkOutputs, type OutputFlags, withOverwriteFlag } from './output-flags.ts';
import { print, printError } from './print.ts';
import { type SelectionFlags, selectionOf, withSelectionFlags } from './selection-flags.ts';
import { UsageError } from '../log/usage-error.ts';

interface ExportFlags extends OutputFlags {
  readonly har?: string;
  readonly curl?: string;
}

interface RewriteFlags extends OutputFlags {
  readonly out: string;
}

interface PruneFlags extends SelectionFlags, OutputFlags {
  readonly out: string;
  readonly duplicates?: true;
}

/** `proxy export`: a recording as HAR, as a shell script of curl commands, or both. */
export function exportCommand(): Command {
  const command = new Command('export')
    .description('Writes a recording as HAR 1.2, or as a shell script that sends its requests with curl.')
    .argument('<file>', 'exchange log')
    .option('--har <file>', 'HAR file to write; watch events stand with their times in _events')
    .option('--curl <file>', 'shell script to write');
  return withOverwriteFlag(command).action(async (file: string, { har, curl, overwrite }: ExportFlags) => {
    if (har === undefined && curl === undefined)
      throw new UsageError('no output is named; give --har FILE, --curl FILE, or both');
    await checkOutputs({ '--har': har, '--curl': curl }, [file], { overwrite });
    const log = await openIndexedLog(file);
    if (log.torn !== undefined) printError(log.torn);
    try {
      if (har !== undefined) await naming(har, writeWhole(har, harText(log)));
      if (curl !== undefined) await naming(curl, writeWhole(curl, curlScript(log)));
    } finally {
      log.close();
    }
  });
}

/** `proxy import`: a HAR file of any tool as a recording. Secrets are redacted, unless they already are. */
export function importCommand(): Command {
  const command = new Command('import')
    .description('Converts a HAR 1.2 file to a recording, with secrets replaced.')
    .argument('<file>', 'HAR file')
    .requiredOption('--out <file>', 'exchange log to write')
    .option('--no-redact', 'keep credentials and the values of Secrets as they are');
  return withOverwriteFlag(command).action(
    async (file: string, { out, redact, overwrite }: RewriteFlags & { readonly redact: boolean }) => {
      await checkOutputs({ '--out': out }, [file], { overwrite });
      const { header, lines, gaps, leftOut } = await importHar(file);
      const redaction = redact && header.redaction === undefined ? redacting() : undefined;
      const all = [...lines, ...gaps].sort((a, b) => a.n - b.n);
      const kept = redaction === undefined ? all : redactedLines(all, out, redaction);
      await naming(
        out,
        writeNewLog(out, { ...header, ...(redaction?.name === undefined ? {} : { redaction: redaction.name }) }, kept),
      );
      print(
        `imported ${lines.filter(({ kind }) => kind === 'request').length} exchanges into ${out}${leftOut === 0 ? '' : `; left out ${leftOut} that went to no server, such as data: and blob: URLs`}`,
      );
    },
  );
}

/** `proxy redact`: redacts a recording that was made without redaction, or with fewer rules. */
export function redactCommand(): Command {
  const command = new Command('redact')
    .description('Writes a copy of a recording with its secrets replaced.')
    .argument('<file>', 'exchange log')
    .requiredOption('--out <file>', 'exchange log to write');
  return withOverwriteFlag(command).action(async (file: string, { out, overwrite }: RewriteFlags) => {
    await checkOutputs({ '--out': out }, [file], { overwrite });
    const log = await openFlowingLog(file);
    const redaction = redacting();
    await naming(
      out,
      writeNewLog(
        out,
        { ...log.header, redaction: redaction.name ?? 'default' },
        redactedLines(log.lines(), log.path, redaction),
        log.path,
      ),
    );
    if (log.torn !== undefined) printError(log.torn);
  });
}

/** `proxy prune`: drops unneeded parts of a recording. */
export function pruneCommand(): Command {
  const command = new Command('prune')
    .description(
      'Writes a recording again without some of its exchanges: those that --path, --verb and --kind select, and repeats; the recording itself stays as it is.',
    )
    .argument('<file>', 'exchange log')
    .requiredOption('--out <file>', 'exchange log to write')
    .option('--duplicates', 'leave out reads with the same response as the same read before');
  return withOverwriteFlag(withSelectionFlags(command, 'leave out exchanges')).action(
    async (file: string, flags: PruneFlags) => {
      const without = selectionOf(flags);
      if (without === undefined && flags.duplicates !== true)
        throw new UsageError('no exchanges are selected; give --path, --verb, --kind or --duplicates');
      await checkOutputs({ '--out': flags.out }, [file], flags);
      const log = await openFlowingLog(file);
      const { lines, selected, repeated, kept } = await prune(log, {
        ...(without === undefined ? {} : { without }),
        duplicates: flags.duplicates === true,
      });
      await naming(flags.out, writeNewLog(flags.out, log.header, lines(), log.path));
      if (log.torn !== undefined) printError(log.torn);
      print(`left out ${selected} exchanges by selection and ${repeated} repeats; ${kept} are in ${flags.out}`);
    },
  );
}

/** Adds the file's name to node's error. */
async function naming(path: string, writing: Promise<void>): Promise<void> {
  await writing.catch((error: NodeJS.ErrnoException) => {
    throw error.syscall === undefined
      ? error
      : new UsageError(`cannot write ${path}: ${error.message}; choose another name`);
  });
}
