import { typedCommand } from '../../../shared/process/command-name.ts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { byteSize, duration } from '../../../shared/flags/flag-parsers.ts';
import type { Shard } from '../../../shared/verdict-log/verdict-log.ts';
import { RESOURCES } from '../../../spec/surface/resources.ts';
import { RUN_LABEL, RUN_NAME } from '../../drivers/namespaces/run-objects.ts';
import { WHOLE_LOOK } from '../../engine/amount.ts';
import { LEVELS, REPORTERS, SELECTION_FLAGS } from './config-settings.ts';
import { UsageError } from './usage-error.ts';

/** The flags of `pnpm conformance`, as commander leaves them. Durations are milliseconds. */
export interface ConformanceFlags {
  readonly target?: string;
  readonly rules?: readonly string[];
  readonly clause?: readonly string[];
  readonly level?: readonly ('must' | 'should' | 'may' | 'silent')[];
  readonly kinds?: readonly string[];
  readonly list?: true;
  readonly plan?: true;
  readonly explain?: string;
  readonly json?: true;
  readonly rbac?: true;
  readonly runs: number;
  readonly budget?: number;
  readonly seed?: number | 'random';
  readonly gate?: true;
  /** Files and folders of saved cases. */
  readonly replay?: readonly string[];
  readonly lastFailed?: true;
  readonly shard?: Shard;
  readonly dialect: string;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  readonly strict?: true;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly header?: readonly string[];
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecureSkipTlsVerify?: true;
  readonly timeout: number;
  /** Bytes. */
  readonly maxBody: number;
  readonly qps?: number;
  readonly concurrency: number;
  readonly reportDir: string;
  readonly reporter: readonly string[];
  readonly record?: string;
  readonly overwrite?: true;
  readonly bail?: true;
  readonly namespace?: string;
  readonly namespacePrefix?: string;
  readonly keep?: true;
  readonly clearWithin: number;
  readonly cleanUp?: string;
  /** The file with settings; `false` for none. */
  readonly config?: string | false;
  readonly showConfig?: true;
}

const USUAL_REPORTERS = ['terminal', 'json', 'junit', 'html'];
const KIND_NAMES = [...new Set(RESOURCES.map(({ plural }) => plural))].join(', ');

/** Text after the flags in `--help`. */
const EXIT_CODES = `
Exit codes:
  0   conformant, or only deviations that the baseline lists
  1   a must-rule failed, or the baseline is stale: a listed failure is gone, or an entry has expired
  2   usage or configuration error, including that no rule was selected
  3   target unreachable or no Cluster Resource API, or a precondition failed
  4   inconclusive, and nothing failed
  70  a fault of the suite itself, and no rule failed; beside failed rules the exit code is 1, and a line asks to report the fault
  130 interrupted twice, with a report of the verdicts so far and of the objects left on the server; or interrupted before the first request, without a report
After one interrupt the run cuts its cases, removes its objects within --clear-within, and ends with 1 or 4 and a report.
With --update-baseline, the file is updated, so new failures and stale entries do not count.`;

/** The command line of `pnpm conformance`. Parsing throws commander's own error, which `main` prints as one line. */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description(
      'Judges a server by the Cluster Resource API. Without --target, starts the reference server on a free port and judges that.',
    )
    .option('--target <url>', 'base URL of the server; http or https, a path prefix is kept', httpUrl)
    .optionsGroup('Selection:')
    .option(
      '--rules <pattern,...>',
      'rule ids, families, or globs: replace, watch/*, create/*-default; !PATTERN leaves rules out: !control-loops',
      list,
    )
    .option(
      '--clause <id,...>',
      'only rules that cite these clauses of the document or clauses below them: semantics.1',
      list,
    )
    .option('--level <level,...>', `only rules of these levels: ${LEVELS.join(', ')}`, among(LEVELS))
    .option('--kinds <kind,...>', `only these kinds, and write to no others: ${KIND_NAMES}`, list)
    .option('--list', 'list the selected rules and stop')
    .option('--plan', 'list every request that the selected rules would send, by verb and path, and stop')
    .option('--explain <rule>', 'print one rule with its clauses and operations, and stop')
    .option('--json', 'print --list, --plan or --explain as JSON')
    .option('--rbac', 'print --plan as the smallest Role or ClusterRole that allows it')
    .optionsGroup('Amount:')
    .option(
      '--runs <n>',
      `cases per rule. Below ${WHOLE_LOOK}, a rule is judged on at most that many of its operations`,
      wholeNumber(1, 1_000_000),
      WHOLE_LOOK,
    )
    .option('--budget <duration>', 'start no new case after this time: 30s, 5m', duration)
    .option(
      '--seed <n|random>',
      'seed of the generated cases. Default: random; in a gate that of the baseline, else 1',
      seedOrRandom,
    )
    .option(
      '--gate',
      'use the same seed in every run: that of the baseline, or 1. CI=true in the environment and --update-baseline imply it',
    )
    .option(
      '--shard <i/n>',
      `judge only the i-th of n parts of the run; give all of them the same --seed ('${typedCommand('report')} merge' joins the reports)`,
      shard,
    )
    .option(
      '--replay <path...>',
      'send saved cases again instead of generated ones: files, or folders of them, as in --replay plumbline-report/cases',
    )
    .option('--last-failed', 'send the cases again that failed in the last run, by the report in --report-dir')
    .optionsGroup('Expectation:')
    .option(
      '--dialect <name|file>',
      'expected behaviour: spec, kubernetes-1.7, or a dialect file of your own; --list, --explain and --plan use it too',
      'spec',
    )
    .option('--strict', 'a failed should-rule fails the run too')
    .option(
      '--baseline <file>',
      'file of known failures, JSON or YAML: a listed failure is a deviation, and a listed failure that is gone fails the run',
    )
    .option(
      '--update-baseline',
      'write the failures of this run into the --baseline file and their cases into a folder beside it, remove entries whose failure is gone, and print the changes',
    )
    .optionsGroup('Connection:')
    .option('--token <token>', 'bearer token')
    .option('--token-file <file>', 'file with the bearer token')
    .option('--header <name: value>', 'header for every request; may be given several times', collect)
    .option('--kubeconfig <file>', 'take server and credentials from a kubeconfig')
    .option('--context <name>', 'context of the kubeconfig; default its current one')
    .option('--ca <file>', 'PEM file with the certificate authority of the server')
    .option('--cert <file>', 'PEM file with the client certificate')
    .option('--key <file>', 'PEM file with the key of the client certificate')
    .option('--insecure-skip-tls-verify', 'accept any certificate')
    .addOption(
      new Option(
        '--timeout <duration>',
        'time limit for a whole exchange, and for an event of a watch; a collection delete may take six times as long',
      )
        .default(10_000, '10s')
        .argParser(duration),
    )
    .addOption(
      new Option('--max-body <size>', 'largest response body; a larger one is cut and counts as evidence')
        .default(64 * 1024 * 1024, '64MiB')
        .argParser(byteSize),
    )
    .option('--qps <n>', 'at most this many requests a second', wholeNumber(1, 1_000_000))
    .option('--concurrency <n>', 'number of concurrent cases', wholeNumber(1, 256), 16)
    .optionsGroup('Output:')
    .option(
      '--report-dir <dir>',
      'folder for report.json, junit.xml, report.html, report.md, report.sarif, badge.svg and failing cases',
      'plumbline-report',
    )
    .addOption(
      new Option('--reporter <name,...>', `which reports to make: ${REPORTERS.join(', ')}`)
        .default(USUAL_REPORTERS, USUAL_REPORTERS.join(','))
        .argParser(among(REPORTERS)),
    )
    .option('--record <file>', 'record every exchange of the run in an exchange log')
    .option('--overwrite', 'let --record replace an existing file')
    .option('--bail', 'stop at the first must-rule that fails')
    .optionsGroup('Namespaces and clean-up:')
    .option(
      '--namespace <name>',
      'work only in this namespace, which others may use: read and write nothing outside of it, remove only objects of the run',
      dnsLabel,
    )
    .addOption(
      new Option(
        '--namespace-prefix <prefix>',
        "prefix of the names of the run's namespaces (default: 'plumbline')",
      ).argParser(namePrefix),
    )
    .option('--keep', 'leave the objects of the run on the server')
    .addOption(
      new Option(
        '--clear-within <duration>',
        'time limit for removing the objects of the run, at its end or after an interrupt',
      )
        .default(30_000, '30s')
        .argParser(duration),
    )
    .option(
      '--clean-up <run>',
      'remove the objects that an earlier run left, and stop. Its report has its name: p4f2a1. Finds its namespaces by label or name, or its objects in --namespace',
      runName,
    )
    .optionsGroup('Configuration:')
    .option(
      '--config <file>',
      'YAML file of settings, each with the name of its flag. Default: plumbline.yaml in this folder or the nearest one above. Flags win',
    )
    .option('--no-config', 'read no plumbline.yaml')
    .option('--show-config', 'print every effective setting with its source, check them, and stop')
    .addHelpText('after', EXIT_CODES)
    .allowExcessArguments(false);
}

/** Throws a `UsageError` for flags that contradict each other, or need another one. */
export function checkFlags(flags: ConformanceFlags): void {
  const inspects = flags.list === true || flags.plan === true || flags.explain !== undefined;
  const [shown, another] = [
    flags.list === true ? '--list' : undefined,
    flags.plan === true ? '--plan' : undefined,
    flags.explain === undefined ? undefined : '--explain',
  ].filter((flag) => flag !== undefined);
  if (shown !== undefined && another !== undefined)
    throw new UsageError(`${shown} and ${another} both print something and stop; give one of them`);
  if (flags.explain !== undefined && selects(flags))
    throw new UsageError(
      `--explain prints one rule and ignores ${SELECTION_FLAGS}. Give it alone, or give --list, which prints the selected rules.`,
    );
  if (inspects && flags.updateBaseline === true)
    throw new UsageError(`--update-baseline writes the failures of a run, and ${shown} runs nothing; give one of them`);
  const replay = replayFlag(flags);
  if (flags.replay !== undefined && flags.lastFailed === true)
    throw new UsageError('--replay and --last-failed both name saved cases; give one of them');
  if (inspects && replay !== undefined)
    throw new UsageError(`${replay} sends saved cases, and ${shown} is about generated ones; give one of them`);
  if (inspects && flags.plan !== true && flags.shard !== undefined)
    throw new UsageError(
      `--shard divides the requests of a run, and ${shown} describes rules; use it with --plan, or leave it out`,
    );
  if (replay !== undefined && selects(flags))
    throw new UsageError(
      `${replay} sends saved cases only, so ${SELECTION_FLAGS} have no meaning beside it; leave them out`,
    );
  if (flags.json === true && !inspects)
    throw new UsageError(
      '--json: says how --list, --plan or --explain print; give one of them (a run writes report.json by itself)',
    );
  if (flags.rbac === true && flags.plan !== true)
    throw new UsageError('--rbac: says how --plan prints; give --plan with it');
  if (flags.rbac === true && flags.json === true)
    throw new UsageError('--rbac and --json are both given; --plan prints one of them');
  if (flags.updateBaseline === true && flags.baseline === undefined)
    throw new UsageError('--update-baseline: no file is named; give --baseline FILE with it');
  if (flags.updateBaseline === true && flags.bail === true)
    throw new UsageError('--update-baseline would list only the failure at which --bail stops; give one of them');
  if (flags.updateBaseline === true && flags.shard !== undefined)
    throw new UsageError('--update-baseline: one shard knows a part of the failures only; update from a whole run');
  if (flags.cleanUp !== undefined && flags.target === undefined && flags.kubeconfig === undefined)
    throw new UsageError('--clean-up: no server is named. Give --target URL or --kubeconfig FILE with it.');
  if (
    flags.cleanUp !== undefined &&
    (inspects || selects(flags) || replay !== undefined || flags.record !== undefined || flags.keep === true)
  )
    throw new UsageError(
      '--clean-up makes no run and prints no rules. Give it with flags of the connection, --namespace and --clear-within only.',
    );
  if (flags.overwrite === true && flags.record === undefined)
    throw new UsageError('--overwrite: no file to replace is named. Give --record FILE with it.');
  if (flags.namespace !== undefined && flags.namespacePrefix !== undefined)
    throw new UsageError(
      '--namespace-prefix is for namespaces that the run makes, and --namespace keeps it from making any; give one of them',
    );
  if (flags.context !== undefined && flags.kubeconfig === undefined)
    throw new UsageError('--context names a part of a kubeconfig; give --kubeconfig FILE with it');
  if (flags.shard !== undefined && (flags.seed === 'random' || (flags.seed === undefined && flags.gate !== true)))
    throw new UsageError(
      '--shard: all shards of a run need the same seed. Give every shard the same --seed N, or --gate.',
    );
  if (flags.shard !== undefined && replay !== undefined)
    throw new UsageError(`--shard divides a run, and ${replay} sends saved cases; give one of them`);
}

/** The flag that names saved cases; `undefined` if the run generates its own. */
function replayFlag({ replay, lastFailed }: ConformanceFlags): '--replay' | '--last-failed' | undefined {
  if (replay !== undefined) return '--replay';
  return lastFailed === true ? '--last-failed' : undefined;
}

function selects({ rules, clause, level, kinds }: ConformanceFlags): boolean {
  return [rules, clause, level, kinds].some((selection) => selection !== undefined);
}

function list(text: string): string[] {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length === 0) throw new InvalidArgumentError('Give at least one, separated by commas.');
  return parts;
}

function among(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    const parts = list(text);
    const unknown = parts.find((part) => !known.includes(part));
    if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is not one of ${known.join(', ')}.`);
    return parts;
  };
}

function collect(text: string, before: readonly string[] = []): string[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:\s?.*$/.test(text)) throw new InvalidArgumentError("Write it as 'Name: value'.");
  return [...before, text];
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^-?\d+$/.test(text) || number < least || number > most)
      throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
    return number;
  };
}

const seedNumber = wholeNumber(-(2 ** 31), 2 ** 31 - 1);

function seedOrRandom(text: string): number | 'random' {
  return text === 'random' ? text : seedNumber(text);
}

function namePrefix(text: string): string {
  if (!/^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/.test(text))
    throw new InvalidArgumentError('Give up to 20 of a-z, 0-9 and -, beginning with a letter.');
  return text;
}

/** `p4f2a1`, or the label that the objects of a run carry: `plumbline-run=p4f2a1`. */
function runName(text: string): string {
  const name = text.startsWith(`${RUN_LABEL}=`) ? text.slice(RUN_LABEL.length + 1) : text;
  if (!RUN_NAME.test(name))
    throw new InvalidArgumentError('Give the short name of a run, as its report shows it: p4f2a1.');
  return name;
}

function dnsLabel(text: string): string {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(text))
    throw new InvalidArgumentError('Give the name of a namespace: up to 63 of a-z, 0-9 and -.');
  return text;
}

function shard(text: string): Shard {
  const [, index, of] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (index === undefined || Number(index) > Number(of))
    throw new InvalidArgumentError('Give the part and the number of parts: 1/4 to 4/4.');
  return { index: Number(index), of: Number(of) };
}

function httpUrl(text: string): string {
  if (text.trim() === '')
    throw new InvalidArgumentError(
      'The URL is empty. Write http://127.0.0.1:8001, or leave --target out to judge the reference server.',
    );
  if (!/^https?:\/\//i.test(text))
    throw new InvalidArgumentError(
      text.includes('://') ? 'Give an http or https URL.' : `Write http://${text.replaceAll(' ', '')} instead.`,
    );
  return text;
}
