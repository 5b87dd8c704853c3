import { table } from '../../fresh/markdown.ts';
import type { Score } from './score.ts';

/** How the servers were drawn and judged. */
export interface Measurement {
  readonly command: string;
  readonly runs: number;
  readonly seed: number;
}

/** `docs/diagnosis.md`: how often the causes of a report name the faults of a server. */
export function diagnosisPage(scores: readonly Score[], { command, runs, seed }: Measurement): string {
  return [
    '# Diagnosis',
    [
      `How often a report names the bug of a server. \`${command}\` wrote this page: it starts servers with named faults, judges each with`,
      `\`--runs ${runs} --seed ${seed}\`, and reads the causes of the report. The kill matrix, by which causes are matched, was measured under another seed.`,
    ].join('\n'),
    table(['Servers', 'Judged', 'Measure', 'Result'], rows(scores)),
    '## What was not named first',
    misses(scores),
  ]
    .join('\n\n')
    .concat('\n');
}

function rows(scores: readonly Score[]): string[][] {
  const singles = scores.filter(({ trial }) => trial.faults.length === 1);
  const several = scores.filter(({ trial }) => trial.faults.length > 1);
  const within = (most: number): number => singles.filter((score) => placeOf(score) < most).length;
  const row = (servers: string, of: readonly Score[], measure: string, count: number): string[] => [
    servers,
    String(of.length),
    measure,
    of.length === 0 ? '-' : `${((100 * count) / of.length).toFixed(0)} %`,
  ];
  const all = several.filter(({ trial, ruled, named }) =>
    trial.faults.every((name) => ruled.has(name) || named.has(name)),
  );
  return [
    row('one fault', singles, 'the first cause names the fault', within(1)),
    row('one fault', singles, 'one of the first three causes names it', within(3)),
    row(
      'one fault',
      singles,
      'the first cause breaks the rule of the fault',
      singles.filter(({ ruled }) => [...ruled.values()][0] === 0).length,
    ),
    row(
      'one fault',
      singles,
      'no cause names another fault',
      singles.filter(({ invented }) => invented.length === 0).length,
    ),
    row('two or three faults', several, 'the causes show every fault', all.length),
    row(
      'two or three faults',
      several,
      '... and name no other',
      all.filter(({ invented }) => invented.length === 0).length,
    ),
  ];
}

function placeOf({ named }: Score): number {
  return Math.min(...named.values(), Number.POSITIVE_INFINITY);
}

function misses(scores: readonly Score[]): string {
  const missed = scores.filter(
    (score) =>
      score.invented.length > 0 || score.trial.faults.some((name) => !score.named.has(name)) || placeOf(score) > 0,
  );
  return table(
    ['Faults', 'Causes'],
    missed.map(({ trial }) => [
      trial.faults.map((name) => `\`${name}\``).join(', '),
      trial.causes
        .map(({ rule, like }) => (like === undefined ? rule : `${rule} (like \`${like.fault}\`)`))
        .join('; ') || 'none',
    ]),
  );
}
