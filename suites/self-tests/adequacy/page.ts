import {
  type Adequacy,
  familyOf,
  type MeasuredFault,
  OUTCOMES,
  type Sample,
} from '../../../shared/verdict-log/adequacy.ts';
import { countsOf, killedPart, percent, targetOf } from './score.ts';

/** `docs/adequacy.md`: how many generated faults the suite kills, and every survivor, for each stored sample. */
export function adequacyPage({ derived, samples }: Pick<Adequacy, 'derived' | 'samples'>): string {
  return `${[
    '# Adequacy',
    '<!-- Made by `pnpm fresh` from fixtures/adequacy.json, which `pnpm adequacy` measures. Change that, not this. -->',
    'Faults that nobody chose: each is a small change of what crosses the wire, derived from the tables of the document. `pnpm proxy faults --list-generated` lists all of them, `--fault NAME` serves one.',
    'A fault counts if its witness, a short program, is answered otherwise by the faulty server than by the sound one; others are listed as `does nothing`, or as `unsteady` if the sound server answers in more than one way. A fault that survives, or is flagged although it is allowed, is judged once more, alone: a busy machine hides what rests on time, and answers late.',
    ...samples.map((sample) => ofSample(sample, derived)),
  ].join('\n\n')}\n`;
}

function ofSample({ seed, runs, near, faults }: Sample, derived: Adequacy['derived']): string {
  const { killed, survived, allowed, flagged } = countsOf(faults);
  const command = `pnpm adequacy --sample ${faults.length} --seed ${seed} --runs ${runs}${near ? ' --near' : ''}`;
  const part = killedPart(faults);
  return [
    `## With \`--runs ${runs}\``,
    `Of ${killed + survived} faults that break the document, a run fails ${killed}: ${part === undefined ? 'none' : percent(part)} (target ${percent(targetOf({ runs }))}). Of ${allowed + flagged} that the document allows, it fails ${flagged} (target 0). \`${command}\` measured them.`,
    near ? 'Only the operations on which a fault shows were judged: a whole run finds no fewer.' : '',
    table(faults, derived),
    section('Survivors', faults, ['survived'], ({ summary = '', clause, blockedBy }) =>
      [
        summary,
        ...(clause === undefined ? [] : [`(${clause})`]),
        ...(blockedBy === undefined ? [] : [`A run does not pass, but names no failure: blocked by \`${blockedBy}\`.`]),
      ].join(' '),
    ),
    section(
      'Allowed, and flagged all the same',
      faults,
      ['flagged'],
      ({ summary = '', allowed: why = '', by }) =>
        `${summary} ${why} Failed: \`${by?.rule ?? ''}\` on \`${by?.operation ?? ''}\`.`,
    ),
    section(
      'Without effect',
      faults,
      ['does nothing', 'unsteady'],
      ({ summary = '', outcome }) => `${outcome}: ${summary}`,
    ),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

function table(faults: readonly MeasuredFault[], derived: Adequacy['derived']): string {
  const rows = Object.entries(derived).map(([family, total]) => {
    const counts = countsOf(faults.filter((fault) => familyOf(fault) === family));
    return `| ${[family, total, ...OUTCOMES.map((outcome) => counts[outcome])].join(' | ')} |`;
  });
  return [
    `| family | derived | ${OUTCOMES.join(' | ')} |`,
    `|---|${'---:|'.repeat(OUTCOMES.length + 1)}`,
    ...rows,
  ].join('\n');
}

function section(
  title: string,
  faults: readonly MeasuredFault[],
  outcomes: readonly MeasuredFault['outcome'][],
  sentence: (fault: MeasuredFault) => string,
): string {
  const lines = faults
    .filter(({ outcome }) => outcomes.includes(outcome))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((fault) => `- \`${fault.name}\`: ${sentence(fault)}`);
  return lines.length === 0 ? '' : `### ${title}\n\n${lines.join('\n')}`;
}
