import { Command, InvalidArgumentError, Option } from 'commander';
import { RESOURCES } from '../../spec/surface/resources.ts';

/** The flags of `pnpm conformance`, as commander leaves them. Durations are milliseconds. */
export interface Flags {
  readonly target?: string;
  readonly rules?: readonly string[];
  readonly level?: readonly ('must' | 'should' | 'may' | 'silent')[];
  readonly kinds?: readonly string[];
  readonly list?: true;
  readonly plan?: true;
  readonly explain?: string;
  readonly runs: number;
  readonly budget?: number;
  readonly seed?: number;
  readonly replay?: string;
  readonly dialect: string;
  readonly strict?: true;
  readonly token?: string;
  readonly tokenFile?: string;
  readonly header: readonly string[];
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly insecureSkipTlsVerify?: true;
  readonly timeout: number;
  readonly qps?: number;
  readonly concurrency: number;
  readonly reportDir: string;
  readonly reporter: readonly string[];
  readonly record?: string;
  readonly bail?: true;
  readonly namespacePrefix: string;
  readonly keep?: true;
}

const REPORTERS = ['terminal', 'json', 'junit', 'html'];
const LEVELS = ['must', 'should', 'may', 'silent'];
const KIND_NAMES = [...new Set(RESOURCES.map(({ plural }) => plural))].join(', ');

/** The command line of `pnpm conformance`. Parsing throws commander's own error, which `main` prints as one line. */
export function conformanceCommand(): Command {
  return new Command('conformance')
    .description('Judges a server by the Cluster Resource API. Without --target, starts the reference server on a free port and judges that.')
    .option('--target <url>', 'base URL of the server; http or https, a path prefix is kept')
    .optionsGroup('Selection:')
    .option('--rules <pattern,...>', 'rule ids, families, or globs: replace, watch/*, create/sent-*', list)
    .option('--level <level,...>', `only rules of these levels: ${LEVELS.join(', ')}`, among(LEVELS))
    .option('--kinds <kind,...>', `only these kinds: ${KIND_NAMES}`, list)
    .option('--list', 'list the selected rules and stop')
    .option('--plan', 'list every operation that the selected rules would send, and stop')
    .option('--explain <rule>', 'print one rule with its clauses and operations, and stop')
    .optionsGroup('Amount:')
    .option('--runs <n>', 'cases per rule, spread over its operations', wholeNumber(1, 1_000_000), 100)
    .option('--budget <duration>', 'start no new case after this long: 30s, 5m', duration)
    .option('--seed <n>', 'seed of the generated cases; default a new one, which the report prints', wholeNumber(-(2 ** 31), 2 ** 31 - 1))
    .option('--replay <file>', 'send one saved case again instead of generated ones')
    .optionsGroup('Expectation:')
    .option('--dialect <name|file>', 'spec, kubernetes-1.7, or a dialect file of your own', 'spec')
    .option('--strict', 'let should-rules that fail fail the run too')
    .optionsGroup('Connection:')
    .option('--token <token>', 'bearer token')
    .option('--token-file <file>', 'file with the bearer token')
    .option('--header <name: value>', 'header for every request; may be given several times', collect, [])
    .option('--kubeconfig <file>', 'take server and credentials from a kubeconfig')
    .option('--context <name>', 'context of the kubeconfig; default its current one')
    .option('--ca <file>', 'PEM file with the certificate authority of the server')
    .option('--cert <file>', 'PEM file with the client certificate')
    .option('--key <file>', 'PEM file with the key of the client certificate')
    .option('--insecure-skip-tls-verify', 'accept any certificate')
    .option('--timeout <duration>', 'how long to wait for an answer or an event', duration, 10_000)
    .option('--qps <n>', 'at most this many requests a second', wholeNumber(1, 1_000_000))
    .option('--concurrency <n>', 'cases under way at the same time', wholeNumber(1, 256), 8)
    .optionsGroup('Output:')
    .option('--report-dir <dir>', 'where report.json, junit.xml, report.html and failing cases go', 'plumbline-report')
    .option('--reporter <name,...>', `which reports to make: ${REPORTERS.join(', ')}`, among(REPORTERS), REPORTERS)
    .option('--record <file>', 'write every exchange of the run to an exchange log')
    .option('--bail', 'stop at the first must-rule that fails')
    .optionsGroup('Cleanup:')
    .addOption(
      new Option('--namespace-prefix <prefix>', 'how the names of the namespaces that the run makes begin').default('plumbline').argParser(namePrefix),
    )
    .option('--keep', 'leave what the run made on the server')
    .allowExcessArguments(false);
}

function list(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim()).filter((part) => part !== '');
  if (parts.length === 0) throw new InvalidArgumentError('give at least one, separated by commas.');
  return parts;
}

function among(known: readonly string[]): (text: string) => string[] {
  return (text) => {
    const parts = list(text);
    const unknown = parts.find((part) => !known.includes(part));
    if (unknown !== undefined) throw new InvalidArgumentError(`'${unknown}' is none of ${known.join(', ')}.`);
    return parts;
  };
}

function collect(text: string, before: readonly string[]): string[] {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+:\s?.*$/.test(text)) throw new InvalidArgumentError("write it as 'Name: value'.");
  return [...before, text];
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^-?\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(`give a whole number from ${least} to ${most}.`);
    return number;
  };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

function duration(text: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  const milliseconds = Number(amount) * (UNITS[unit ?? ''] ?? Number.NaN);
  if (!(milliseconds > 0)) throw new InvalidArgumentError('give a duration with its unit: 500ms, 30s, 5m.');
  return milliseconds;
}

function namePrefix(text: string): string {
  if (!/^[a-z]([-a-z0-9]{0,18}[a-z0-9])?$/.test(text)) throw new InvalidArgumentError('give up to 20 of a-z, 0-9 and -, beginning with a letter.');
  return text;
}
