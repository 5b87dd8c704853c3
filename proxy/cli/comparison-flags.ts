import { typedCommand } from '../../shared/process/command-name.ts';
import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { checkOutputs, type OutputFlags, type Outputs, withOverwriteFlag } from './output-flags.ts';
import { UsageError } from '../log/usage-error.ts';

/** The flags of every command that compares. */
export interface ComparisonFlags extends OutputFlags {
  readonly rules?: string;
  readonly learnNoise?: true;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly minimise?: string;
  readonly json?: string;
  readonly markdown?: string;
  readonly html?: string;
}

/** Adds the flags for judging and reporting a comparison. */
export function withComparisonFlags(command: Command): Command {
  const judged = command
    .optionsGroup('Comparison:')
    .option(
      '--rules <file>',
      'YAML file of rules (ignore, normalise, exclude) for differences that do not count; the report counts how often each applied',
    )
    .option(
      '--learn-noise',
      'send the same traffic to each live server twice: differences between the two runs do not count, and the report says how many there were',
    )
    .option('--baseline <file>', 'YAML file of accepted causes')
    .option('--update-baseline', 'write the causes of this comparison into the --baseline file')
    .optionsGroup('Output:')
    .option(
      '--minimise <dir>',
      `find for each cause the smallest part of the recording that shows it, and write it into a folder; if a rule covers the cause, also as a case for '${typedCommand('conformance')} --replay'`,
    )
    .option('--json <file>', 'write the report as JSON; - prints it instead of the text')
    .option('--markdown <file>', 'write the report as Markdown')
    .option('--html <file>', 'write the report as a page of HTML');
  return withOverwriteFlag(judged).addHelpText(
    'after',
    '\nExit codes: 0 no difference, 1 a difference that is not accepted, 2 usage or a file that cannot be used, 3 a server that cannot be reached.',
  );
}

/** Parses the name of a scratch namespace for commander. */
export function namespaceName(text: string): string {
  if (!/^[a-z0-9](?:[-a-z0-9]{0,58}[a-z0-9])?$/.test(text))
    throw new InvalidArgumentError('Give a DNS label of at most 60 characters, as in scratch-1.');
  return text;
}

/**
 * Checks the flags before anything is sent. Rejects with a `UsageError` if they contradict each other, and as
 * `checkOutputs` does for the reports and `outputs`.
 */
export async function checkComparisonFlags(
  flags: ComparisonFlags,
  inputs: readonly string[],
  outputs: Outputs = {},
): Promise<void> {
  if (flags.updateBaseline === true && flags.baseline === undefined)
    throw new UsageError('--update-baseline: no file is named; give --baseline FILE with it');
  if (flags.baseline !== undefined && flags.updateBaseline !== true && !existsSync(flags.baseline))
    throw new UsageError(`--baseline: there is no ${flags.baseline}; --update-baseline makes it`);
  const reports = {
    '--json': flags.json === '-' ? undefined : flags.json,
    '--markdown': flags.markdown,
    '--html': flags.html,
  };
  await checkOutputs({ ...outputs, ...reports }, [...inputs, flags.rules, flags.baseline], flags);
}
