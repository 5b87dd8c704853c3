import { type KillMatrix, type MeasuredFault, haveSameSymptoms } from '../../../shared/verdict-log/kill-matrix.ts';
import { table } from '../../../shared/page/markdown.ts';
import type { Score } from './score.ts';

/** How the servers were chosen and judged. */
export interface DiagnosisMeasurement {
  readonly sample: number;
  readonly several: number;
  readonly seed: number;
  readonly runs: number;
  readonly whole?: true;
}

/** `docs/diagnosis.md`: how often the causes of a report name the faults of a server. */
export function diagnosisPage(
  scores: readonly Score[],
  { faults: known, variants }: Pick<KillMatrix, 'faults' | 'variants'>,
  measurement: DiagnosisMeasurement,
): string {
  const classes = alikeIn(known);
  const inClasses = classes.reduce((sum, { length }) => sum + length, 0);
  return [
    '# Diagnosis',
    [
      `How often a report names the bug of a server. \`${commandOf(measurement)}\` wrote this page. It starts servers with named faults, judges`,
      `${howJudged(measurement)}, and compares the causes of the reports with the faults. Causes are matched with the kill matrix, which was measured under the seeds`,
      `1 and 2; these servers were judged under seed ${measurement.seed}. ${symptomsIn(known)} The failing cases were also sent to servers with known faults, the`,
      'planted ones among them, as at the end of every run. So the page says how well known bugs are told apart. A bug of your server is seldom one of them exactly.',
    ].join(' '),
    table(['Servers', 'Judged', 'Measure', 'Result'], [...rows(scores), variantsRow(variants)]),
    '## What counts as named',
    [
      'A cause names the likeliest fault, and up to two others that fit almost as well. The first measure asks whether the likeliest fault of the first cause is the',
      'planted one. The second measure asks whether the planted fault is among the first three that the causes name, likeliest first. A server with several faults is',
      'explained only if the causes name each of them, and no cause is too many: a cause without a known fault, or with another one as the likeliest. Naming a fault',
      'with the same symptoms (below) counts as naming the planted one. The bug of a real server is seldom a known one: for two measures the report knows',
      'neither the planted fault nor those with the same symptoms. It should then name a fault only if a case fails alike on it. A fault for which no rule fails, alone or because another fault hides it, cannot be named; such servers have rows of their own.',
    ].join(' '),
    '## Faults with the same symptoms',
    [
      `${inClasses} of ${known.length} faults stand in ${classes.length} groups whose members break the same rules with the same fingerprints and words in the kill matrix, and`,
      'on no operation does a rule fail for one and hold for the other. The suite cannot tell the members of a group apart, so naming one counts as naming another.',
    ].join(' '),
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

function symptomsIn(known: readonly MeasuredFault[]): string {
  const measured = known.filter(isMeasured).length;
  return measured === known.length
    ? `It has the symptoms of all ${known.length} faults.`
    : `It has the symptoms of ${measured} of ${known.length} faults; of the others it knows only which rules fail.`;
}

function isMeasured({ fires, symptoms = {} }: MeasuredFault): boolean {
  return Object.keys(fires).every((rule) => Object.hasOwn(symptoms, rule));
}

function commandOf({ sample, several, seed, runs, whole }: DiagnosisMeasurement): string {
  const amounts = `--sample ${sample} --several ${several} --seed ${seed} --runs ${runs}`;
  return `pnpm diagnosis ${amounts}${whole === true ? ' --whole' : ''}`;
}

function howJudged({ runs, whole }: DiagnosisMeasurement): string {
  return whole === true
    ? `each by a whole run with \`--runs ${runs}\``
    : `each by the rules that fail for its faults and for similar ones, on the operations nearest to those where its faults are known to show and on two others that the seed decides, with ${runs} cases a rule`;
}

function alikeIn(known: readonly MeasuredFault[]): string[][] {
  const groups: MeasuredFault[][] = [];
  for (const fault of known) {
    const group = groups.find(([first]) => first !== undefined && haveSameSymptoms(first, fault));
    if (group === undefined) groups.push([fault]);
    else group.push(fault);
  }
  return groups.filter(({ length }) => length > 1).map((group) => group.map(({ name }) => name));
}

function rows(scores: readonly Score[]): string[][] {
  const of = (all: readonly Score[], least: number, most: number): readonly Score[] =>
    all.filter(({ trial: { faults } }) => faults.length >= least && faults.length <= most);
  const [one, several] = [of(scores, 1, 1), of(scores, 2, 3)];
  const singles = one.filter(({ trial }) => trial.causes.length > 0);
  const shown = several.filter((score) => score.shown);
  const row = (servers: string, among: readonly Score[], measure: string, is: (score: Score) => boolean): string[] => {
    const count = among.filter(is).length;
    const rate = among.length === 0 ? '-' : `${count} (${((100 * count) / among.length).toFixed(0)} %)`;
    return [servers, String(among.length), measure, rate];
  };
  return [
    row('one fault', one, 'no rule fails', ({ trial }) => trial.causes.length === 0),
    row('one fault, shown', singles, 'the first cause says that it is likeliest this fault', ({ first }) => first),
    row('one fault, shown', singles, 'one of the first three faults that the causes name is it', isAmongThree),
    row('one fault, shown', singles, 'no cause is another fault or none', ({ invented }) => invented.length === 0),
    row(
      'one fault, unknown to the report',
      singles,
      'no cause names a known fault',
      ({ trial }) => trial.misnamed.length === 0,
    ),
    row(
      'one fault, unknown to the report',
      singles,
      'each fault that a cause names makes one of its cases fail alike',
      ({ trial }) => trial.misnamed.every(({ tried }) => tried !== undefined && tried.alike > 0),
    ),
    row('two or three faults', several, 'one is hidden: no rule fails that it breaks alone', (score) => !score.shown),
    row('two or three faults, shown', shown, 'the causes name every fault', namesAll),
    row('two or three faults, shown', shown, '... and no other cause is there', isExplained),
  ];
}

/** Every rule judged every variant for the kill matrix; without a failure there is no cause. */
function variantsRow(variants: KillMatrix['variants']): string[] {
  const silent = variants.filter(({ fires, departsFrom = [] }) =>
    Object.keys(fires).every((rule) => departsFrom.includes(rule)),
  ).length;
  const rate = `${silent} (${((100 * silent) / Math.max(1, variants.length)).toFixed(0)} %)`;
  return [
    'none, a legal variant',
    String(variants.length),
    'no rule fails in the kill matrix, apart from should-rules that the variant departs from',
    rate,
  ];
}

function isAmongThree({ named }: Score): boolean {
  return Math.min(...named.values(), Number.POSITIVE_INFINITY) < 3;
}

function namesAll({ named, trial: { faults } }: Score): boolean {
  return faults.every(({ name }) => named.has(name));
}

function isExplained(score: Score): boolean {
  return namesAll(score) && score.invented.length === 0 && (score.trial.faults.length !== 1 || score.first);
}

function misses(scores: readonly Score[]): string {
  return table(
    ['Server', 'Causes'],
    scores
      .filter((score) => !isExplained(score))
      .map(({ trial: { faults, causes } }) => [
        faults.map(({ name }) => `\`${name}\``).join(', '),
        causes.map(({ rule, like }) => `${rule}${like === undefined ? '' : ` (like ${faultsOf(like)})`}`).join('; ') ||
          'none',
      ]),
  );
}

function faultsOf({ fault, or = [] }: { readonly fault: string; readonly or?: readonly string[] }): string {
  return [fault, ...or].map((name) => `\`${name}\``).join(' or ');
}
