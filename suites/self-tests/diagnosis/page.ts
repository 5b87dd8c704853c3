import type { MeasuredFault } from '../../../shared/verdict-log/kill-matrix.ts';
import { showAlike } from '../../../shared/verdict-log/kill-matrix.ts';
import { table } from '../../fresh/markdown.ts';
import type { Score } from './score.ts';
import { nameOf } from './trial.ts';

/** How the servers were drawn and judged. */
export interface Measurement {
  readonly sample: number;
  readonly several: number;
  readonly variants: number;
  readonly seed: number;
  readonly runs: number;
  readonly whole?: true;
}

/** `docs/diagnosis.md`: how often the causes of a report name the faults of a server. */
export function diagnosisPage(
  scores: readonly Score[],
  known: readonly MeasuredFault[],
  measurement: Measurement,
): string {
  const classes = alikeIn(known);
  const inClasses = classes.reduce((sum, { length }) => sum + length, 0);
  return [
    '# Diagnosis',
    [
      `How often a report names the bug of a server. \`${commandOf(measurement)}\` wrote this page. It starts servers that have named faults, judges`,
      `${howJudged(measurement)}, and reads the causes of the reports. The kill matrix, with which causes are matched, was measured under the seeds 1 and 2;`,
      `these servers were judged under seed ${measurement.seed}.`,
    ].join('\n'),
    table(['Servers', 'Judged', 'Measure', 'Result'], rows(scores)),
    [
      'A fault that no failed rule shows cannot be named; such servers are counted in a row of their own and in no rate. A cause names up to three faults, the likeliest',
      'first. A server with several faults counts as explained only if the causes name each fault, and no cause is likeliest to be another one or none.',
    ].join('\n'),
    '## Faults that show alike',
    [
      `${inClasses} of ${known.length} faults stand in ${classes.length} groups whose members break the same rules with the same fingerprints in the kill matrix. No observation of the`,
      'suite tells the members of a group apart, so naming one counts as naming the other.',
    ].join('\n'),
    table(
      ['Faults'],
      classes.map((names) => [names.map((name) => `\`${name}\``).join(', ')]),
    ),
    '## Servers that were not explained',
    misses(scores),
  ]
    .join('\n\n')
    .concat('\n');
}

function commandOf({ sample, several, variants, seed, runs, whole }: Measurement): string {
  const amounts = `--sample ${sample} --several ${several} --variants ${variants} --seed ${seed} --runs ${runs}`;
  return `pnpm diagnosis ${amounts}${whole === true ? ' --whole' : ''}`;
}

function howJudged({ runs, whole }: Measurement): string {
  return whole === true
    ? `each by a whole run with \`--runs ${runs}\``
    : `each by every rule, on the operation that is nearest to the one where its fault is known to show, with ${runs} cases`;
}

function alikeIn(known: readonly MeasuredFault[]): string[][] {
  const groups: MeasuredFault[][] = [];
  for (const fault of known) {
    const group = groups.find(([first]) => first !== undefined && showAlike(first, fault));
    if (group === undefined) groups.push([fault]);
    else group.push(fault);
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.map(({ name }) => name));
}

function rows(scores: readonly Score[]): string[][] {
  const shown = scores.filter(({ trial }) => trial.causes.length > 0);
  const of = (all: readonly Score[], least: number, most: number): readonly Score[] =>
    all.filter(({ trial: { server } }) => server.faults.length >= least && server.faults.length <= most);
  const [singles, several, variants] = [of(shown, 1, 1), of(shown, 2, 3), of(scores, 0, 0)];
  const row = (servers: string, among: readonly Score[], measure: string, is: (score: Score) => boolean): string[] => {
    const count = among.filter(is).length;
    const rate = among.length === 0 ? '-' : `${count} (${((100 * count) / among.length).toFixed(0)} %)`;
    return [servers, String(among.length), measure, rate];
  };
  return [
    row('one fault', of(scores, 1, 1), 'no rule fails', ({ trial }) => trial.causes.length === 0),
    row('one fault, shown', singles, 'the first cause says that it is likeliest this fault', ({ first }) => first),
    row('one fault, shown', singles, 'one of the first three faults that the causes name is it', isAmongThree),
    row('one fault, shown', singles, 'no cause is another fault or none', ({ invented }) => invented.length === 0),
    row('two or three faults', several, 'the causes name every fault', namesAll),
    row('two or three faults', several, '... and no other cause is there', isExplained),
    row('none, a legal variant', variants, 'no cause', ({ trial }) => trial.causes.length === 0),
  ];
}

function isAmongThree({ named }: Score): boolean {
  return Math.min(...named.values(), Number.POSITIVE_INFINITY) < 3;
}

function namesAll({ named, trial: { server } }: Score): boolean {
  return server.faults.every(({ name }) => named.has(name));
}

function isExplained(score: Score): boolean {
  return namesAll(score) && score.invented.length === 0 && (score.trial.server.faults.length !== 1 || score.first);
}

function misses(scores: readonly Score[]): string {
  return table(
    ['Server', 'Causes'],
    scores
      .filter((score) => !isExplained(score))
      .map(({ trial: { server, causes } }) => [
        nameOf(server)
          .split('+')
          .map((name) => `\`${name}\``)
          .join(', '),
        causes.map(({ rule, like }) => `${rule}${like === undefined ? '' : ` (like ${faultsOf(like)})`}`).join('; ') ||
          'none',
      ]),
  );
}

function faultsOf({ fault, or = [] }: { readonly fault: string; readonly or?: readonly string[] }): string {
  return [fault, ...or].map((name) => `\`${name}\``).join(' or ');
}
