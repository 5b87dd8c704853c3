import { table } from '../../../shared/page/markdown.ts';
import type { TrialOutcome } from './trial.ts';
import type { UnderLoad } from './under-load.ts';

/** How the gates were tried. */
export interface GateMeasurement {
  readonly command: string;
  readonly runs: number;
}

/** The share of second faults that the cases of a small run may miss. */
const NEW_FAULTS_MISSED = 1 / 60;

/** The requirements on the gates of one fault, independent of the others. */
export function isSteady({ falseReds, wronglyStale, notGone, mendedReds }: TrialOutcome): boolean {
  return falseReds === 0 && wronglyStale === 0 && notGone === 0 && mendedReds === 0;
}

/** Whether the gates are stable: exit code 0 of `pnpm gates`. */
export function holds(outcomes: readonly TrialOutcome[], loaded: UnderLoad): boolean {
  const missed = outcomes.filter(({ newFaultIsRed }) => !newFaultIsRed).length;
  return (
    outcomes.every(isSteady) &&
    missed <= Math.max(1, outcomes.length * NEW_FAULTS_MISSED) &&
    loaded.falseReds.length === 0
  );
}

/** `docs/gates.md`: whether gates are stable on unchanged servers, and react to changed ones. */
export function gatesPage(
  outcomes: readonly TrialOutcome[],
  loaded: UnderLoad,
  { command, runs }: GateMeasurement,
): string {
  return `${[
    '# How often a gate turns red',
    `\`${command}\` wrote this page. For each fault it starts a server, writes a baseline under each seed with \`--update-baseline\`, and judges the same server, the mended server and a server with a second fault by \`--gate\`. A gate judges the rule that the fault names and up to two others that fail on it, on the kind where the kill matrix found the fault, with \`--runs ${runs}\`. The gate that meets a second fault also judges the rules and the kind of that fault. The faults are spread over all whose rule is a must, races included.`,
    table(['Measure', 'Result', 'Goal'], rows(outcomes, loaded)),
    explored(outcomes),
    '## What did not hold',
    misses(outcomes, loaded),
    '## The faults',
    table(
      ['Fault', 'Rule', 'Entries', 'Explored and red'],
      outcomes.map(({ fault, rule, entries, explored: of, exploredReds }) => [
        `\`${fault}\``,
        `\`${rule}\``,
        String(entries),
        `${exploredReds} of ${of}`,
      ]),
    ),
  ].join('\n\n')}\n`;
}

/** The figures in one line, for the terminal. */
export function summaryOf(outcomes: readonly TrialOutcome[], loaded: UnderLoad): string {
  return rows(outcomes, loaded)
    .map(([measure, result]) => `${measure}: ${result}`)
    .join('\n');
}

function rows(outcomes: readonly TrialOutcome[], loaded: UnderLoad): string[][] {
  const sum = (of: (outcome: TrialOutcome) => number): number => outcomes.reduce((total, each) => total + of(each), 0);
  const baselines = sum((each) => each.baselines);
  return [
    ['faults, baselines, entries', `${outcomes.length}, ${baselines}, ${sum((each) => each.entries)}`, ''],
    ['baselines that list the fault', `${baselines - sum((each) => each.empty)} of ${baselines}`, ''],
    ['unchanged server: runs that were red', `${sum((each) => each.falseReds)} of ${baselines}`, '0'],
    ['unchanged server: entries called gone, other seeds included', String(sum((each) => each.wronglyStale)), '0'],
    [
      'mended server: runs that report every entry as gone',
      `${baselines - sum((each) => each.notGone)} of ${baselines}`,
      `${baselines}`,
    ],
    ['mended server: runs that found a failure', `${sum((each) => each.mendedReds)} of ${baselines}`, '0'],
    [
      'a second fault: gates that were red',
      `${outcomes.filter(({ newFaultIsRed }) => newFaultIsRed).length} of ${outcomes.length}`,
      '59 of 60',
    ],
    [
      `${loaded.gates} gates at once beside ${loaded.hogs} processes that use all the processor time they get: red`,
      String(loaded.falseReds.length),
      '0',
    ],
  ];
}

function explored(outcomes: readonly TrialOutcome[]): string {
  const runs = outcomes.reduce((total, each) => total + each.explored, 0);
  const red = outcomes.reduce((total, each) => total + each.exploredReds, 0);
  return `A default gate takes the seed of its baseline. Other seeds explore: of ${runs} runs on unchanged servers under seeds that the baseline does not have, ${red} found a failure that it does not list.`;
}

function misses(outcomes: readonly TrialOutcome[], loaded: UnderLoad): string {
  const bad = outcomes.filter((outcome) => !isSteady(outcome) || !outcome.newFaultIsRed);
  const lines = [
    ...bad.map(({ fault, falseReds, wronglyStale, notGone, mendedReds, newFaultIsRed }) => {
      const what = [
        falseReds > 0 ? `${falseReds} false reds` : '',
        wronglyStale > 0 ? `${wronglyStale} entries wrongly called gone` : '',
        notGone > 0 ? `${notGone} mended servers with an entry left` : '',
        mendedReds > 0 ? `${mendedReds} mended servers with a failure` : '',
        newFaultIsRed ? '' : 'the second fault was not found',
      ];
      return `- \`${fault}\`: ${what.filter((text) => text !== '').join(', ')}`;
    }),
    ...loaded.falseReds.map((line) => `- under load: ${line}`),
  ];
  return lines.length === 0 ? 'Nothing.' : lines.join('\n');
}
