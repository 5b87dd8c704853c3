import type { ListedGeneratedFault } from '../../../shared/verdict-log/generated-faults.ts';
import type { Killer } from './judge-fault.ts';

/** What came of one fault. */
export interface Measured {
  readonly fault: ListedGeneratedFault;
  readonly outcome: 'killed' | 'survived' | 'allowed' | 'flagged' | 'does nothing' | 'unsteady';
  /** What failed, if something did. */
  readonly by?: Killer;
  /** The rule by which a pair was blocked although it did not fail. */
  readonly blockedBy?: string;
}

/** How a sample was drawn and judged. */
export interface Measurement {
  readonly sample: number;
  readonly seed: number;
  readonly runs: number;
  /** Whether only the operations on which the faults show were judged. */
  readonly near?: true;
  readonly family?: string;
  /** How many faults there are to draw from, by family. */
  readonly derived: ReadonlyMap<string, number>;
}

const OUTCOMES = ['killed', 'survived', 'allowed', 'flagged', 'does nothing', 'unsteady'] as const;

/** `docs/adequacy.md`: how many generated faults the suite kills, and every survivor. */
export function adequacyPage(measured: readonly Measured[], measurement: Measurement): string {
  const counted = countsOf(measured);
  const { killed, survived } = counted;
  const command = `pnpm adequacy --sample ${measurement.sample} --seed ${measurement.seed} --runs ${measurement.runs}${measurement.family === undefined ? '' : ` --family ${measurement.family}`}${measurement.near === true ? ' --near' : ''}`;
  return `${[
    '# Adequacy',
    `Faults that nobody chose: each is a small change of what crosses the wire, derived from the tables of the document. \`${command}\` wrote this page; \`pnpm proxy faults --list-generated\` lists all faults, \`--fault NAME\` serves one.`,
    `Of ${killed + survived} faults that break the document, a run with \`--runs ${measurement.runs}\` fails ${killed}: ${percent(killed, killed + survived)}. Of ${counted.allowed + counted.flagged} that the document allows, it fails ${counted.flagged}.`,
    measurement.near === true
      ? 'Only the operations on which a fault shows were judged: a whole run finds no fewer.'
      : '',
    'A fault counts if its witness, a short program, is answered otherwise by the faulty server than by the sound one; others are listed as `does nothing`, or as `unsteady` if the sound server answers in more than one way.',
    table(measured, measurement.derived),
    section(
      'Survivors',
      measured.filter(({ outcome }) => outcome === 'survived'),
      ({ fault, blockedBy }) =>
        `${fault.summary}${fault.clause === undefined ? '' : ` (${fault.clause})`}${blockedBy === undefined ? '' : ` A run does not pass, but names no failure: blocked by \`${blockedBy}\`.`}`,
    ),
    section(
      'Allowed, and flagged all the same',
      measured.filter(({ outcome }) => outcome === 'flagged'),
      ({ fault, by }) =>
        `${fault.summary} ${fault.allowed ?? ''} Failed: \`${by?.rule ?? ''}\` on \`${by?.operation ?? ''}\`.`,
    ),
    section(
      'Without effect',
      measured.filter(({ outcome }) => outcome === 'does nothing' || outcome === 'unsteady'),
      ({ fault, outcome }) => `${outcome}: ${fault.summary}`,
    ),
    section(
      'Failed only far from where the fault shows',
      measured.filter(({ by }) => by?.found === 'far'),
      ({ by }) => `\`${by?.rule ?? ''}\` on \`${by?.operation ?? ''}\``,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** How many faults came to each outcome. */
export function countsOf(measured: readonly Measured[]): Readonly<Record<Measured['outcome'], number>> {
  const count = (wanted: Measured['outcome']): number => measured.filter(({ outcome }) => outcome === wanted).length;
  return {
    killed: count('killed'),
    survived: count('survived'),
    allowed: count('allowed'),
    flagged: count('flagged'),
    'does nothing': count('does nothing'),
    unsteady: count('unsteady'),
  };
}

function table(measured: readonly Measured[], derived: ReadonlyMap<string, number>): string {
  const rows = [...derived].map(([family, total]) => {
    const counts = countsOf(measured.filter(({ fault }) => fault.family === family));
    return `| ${[family, total, ...OUTCOMES.map((outcome) => counts[outcome])].join(' | ')} |`;
  });
  return [
    `| family | derived | ${OUTCOMES.join(' | ')} |`,
    `|---|${'---:|'.repeat(OUTCOMES.length + 1)}`,
    ...rows,
  ].join('\n');
}

function section(title: string, measured: readonly Measured[], sentence: (each: Measured) => string): string {
  if (measured.length === 0) return '';
  const lines = measured
    .toSorted((a, b) => (a.fault.name < b.fault.name ? -1 : 1))
    .map((each) => `- \`${each.fault.name}\`: ${sentence(each)}`);
  return `## ${title}\n\n${lines.join('\n')}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`;
}
